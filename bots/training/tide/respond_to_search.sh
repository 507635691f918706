#!/bin/bash
# Trains best responses to a player of Turn the Tide that searches:
# respond_to_search.sh FOLDER FIELD PLAYER NETWORKS.bin EARLIER.bin
# FIELD is the program springtide-tide-field, PLAYER the opponent (best@300n), NETWORKS.bin its networks. It is
# too slow to sit in a training. So its tricks are recorded and a network learns to imitate it (a clone); best responses
# to the clone begin as the policy itself, as an EARLIER one and as two unseen opponents. Three times they play against the
# real PLAYER while they learn; its answers to them are recorded, and a better clone joins their opponents. The result is
# their wins against the real one. With one accelerator and 16 cores it takes about 1540 seconds; SCALE=10 makes that
# a tenth. Everything is in FOLDER from the beginning, so that a machine may stop it at any time: players (.pt, .bin),
# fields.txt, final.txt, best.txt, measured.txt, log.txt and the output of the trainings.
(($# == 5)) || { sed -n '2,10p' "$0" | cut -c3-; exit 2; }
mkdir -p "$1/clones" "$1/libraries" "$1/tricks" || exit 1
room=$(realpath "$1") field=$(realpath "$2") player=$3 networks=$(realpath "$4") earlier=$(realpath "$5")
tide=$(realpath "$(dirname "$0")")
cd "$room" || exit 1
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 TIDE_LIBRARIES=$room/libraries
begin=$(date +%s)
read -ra more <<<"${MORE:-}"  # options for every training, such as --games 64
responses=(from_itself from_earlier from_a from_b)

s() { echo $(($1 * ${SCALE:-100} / 100 > 0 ? $1 * ${SCALE:-100} / 100 : 1)); }
left_to() { # a second of the plan: how long it is until then
    local left=$(($(s "$1") + begin - $(date +%s)))
    echo $((left > 2 ? left : 2))
}
say() { echo "[$(($(date +%s) - begin)) s] $*" | tee -a log.txt; }
train() { # OUT SECONDS …
    local out=$1 seconds=$2
    shift 2
    python3 "$tide/train.py" "$out.pt" --seconds "$seconds" --report 30 "$@" "${more[@]}" >>"$out.txt" 2>&1
}
respond() { # FROM OUT SEED: a best response to the clones, which become more
    train "$2" "$(left_to 1280)" --seed "$3" --load "$1.pt" --load-value itself.pt --against clone_1.pt --pool-folder clones \
        --games 8192 --rate 5e-4 --first-points 0.02 --first-entropy 0.004
    say "$2 is trained"
}
export_() { python3 "$tide/export.py" "$2.bin" "$1.pt" "$1.pt" >>export.txt 2>&1; }
join() { cp "$1.pt" "clones/$2.new" && mv "clones/$2.new" "clones/$2.pt"; }  # whole or not at all
play() {                                                                   # FILE PLAYERS SECONDS THREADS …: a line in it
    local file=$1 players=$2 seconds=$3 threads=$4
    shift 4
    nice -n 5 "$field" --players "$players" --seconds "$(s "$seconds")" --threads "$threads" --networks "$networks" "$@" >>"$file" 2>>errors.txt
}
clone() { # NUMBER FROM TRICKS…
    local number=$1 from=$2
    shift 2
    python3 "$tide/clone.py" "clone_$number.pt" "$@" --load "$from.pt" --seconds "$(s 45)" >>clone.txt 2>&1 || {
        say "clone $number failed"
        return 1
    }
    for ((i = 0; i < number; ++i)); do join "clone_$number" "clone_${number}_$i"; done  # a better one is met more often
    say "clone $number is trained"
}
threads=${THREADS:-6} most_threads=${MOST_THREADS:-10}

say "begins on $(nproc --all) cores"
python3 "$tide/import.py" "$networks" itself.pt >>import.txt || exit 1
python3 "$tide/import.py" "$earlier" earlier.pt >>import.txt || exit 1
# Two unseen opponents with other seeds, sizes and aims.
train a "$(left_to 220)" --seed 11 --first 256 --second 128 --points 0.1 --first-points 0.2 --pool-share 0.1 --games 8192 &
strangers=$!
train b "$(left_to 220)" --seed 12 --first 256 --second 256 --entropy 0.012 --trace 0.97 --games 8192 &
strangers+=" $!"
for players in 3 4 5; do
    for edition in "" --cascade; do
        # shellcheck disable=SC2086
        play recorded.txt $players 29 "$most_threads" --seed "clone$players$edition" $edition --record tricks/itself "$player" "$player"
    done
done
say "$(($(stat -c %s tricks/itself) / 176)) tricks are recorded"
clone 1 itself tricks/itself || exit 1
# shellcheck disable=SC2086
wait $strangers
for one in a b; do export_ $one $one; done

respond itself from_itself 21 &
trained=$!
respond earlier from_earlier 22 &
trained+=" $!"
respond a from_a 23 &
trained+=" $!"
respond b from_b 24 &
trained+=" $!"
# How good is the clone among those it was taken from? And the policy of the player, without its search?
export_ clone_1 clone_1
for players in 3 4 5; do
    play fields.txt $players $((3 * players)) "$threads" --seed clone network=clone_1.bin "$player"
    play fields.txt $players $((3 * players)) "$threads" --seed clone "network=$networks" "$player"
done
# Three times: what the player does where the responses lead it.
for turn in 1 2 3; do
    sleep "$(left_to $((170 + 250 * turn)))"
    for one in "${responses[@]}"; do
        export_ "$one" "${one}_$turn" || continue
        for players in 3 4 5; do
            for edition in "" --cascade; do
                # shellcheck disable=SC2086
                play fields.txt $players $((players + 1)) "$threads" --seed "turn$turn$players$edition" $edition --record "tricks/turn_$turn" \
                    "network=${one}_$turn.bin" "$player"
            done
        done
    done
    clone $((turn + 1)) "clone_$turn" tricks/*
done
# shellcheck disable=SC2086
wait $trained

# The end: all of them, then on other deals the best of them with each number of players.
for one in "${responses[@]}"; do export_ "$one" "$one"; done
measure=()
for one in "${responses[@]}"; do measure+=("$one.pt:clone_4.pt" "$one.pt:itself.pt"); done
python3 "$tide/measure.py" 8000 "${measure[@]}" a.pt:itself.pt b.pt:itself.pt clone_4.pt:itself.pt itself.pt:clone_4.pt >>measured.txt 2>&1 &
for one in "${responses[@]}"; do
    for players in 3 4 5; do play final.txt $players $((3 * players - 1)) "$most_threads" --seed all "network=$one.bin" "$player"; done
done
say "all are measured"
for players in 5 4 3; do
    best=$(python3 -c 'import json, sys
lines = [json.loads(line) for line in open("final.txt")]
print(max((line for line in lines if line["players"] == int(sys.argv[1])), key=lambda line: line["share"])["one"])' $players)
    play best.txt $players $((10 * players - 2)) "$most_threads" --seed best "$best" "$player"
done
wait
say "done"
