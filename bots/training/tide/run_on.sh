#!/bin/bash
# Trains networks of Turn the Tide on, and measures what came of it: run_on.sh FOLDER FIELD NETWORKS.bin [EARLIER.bin…]
# FIELD is the program springtide-tide-field, NETWORKS.bin what is trained on ("before"), EARLIER.bin join its pool. With one
# accelerator and 16 cores it takes about 1300 seconds; SCALE=10 makes that a tenth. Everything lies in FOLDER from the
# beginning, so that a machine may stop it at any time: players (.pt, .bin), fields.txt, measured.txt, log.txt and what
# the trainings said.
(($# >= 3)) || { sed -n '2,6p' "$0" | cut -c3-; exit 2; }
mkdir -p "$1/pool" "$1/libraries" "$1/tricks" || exit 1
room=$(realpath "$1") field=$(realpath "$2")
shift 2
networks=()
for file in "$@"; do networks+=("$(realpath "$file")"); done
tide=$(realpath "$(dirname "$0")")
cd "$room" || exit 1
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 TIDE_LIBRARIES=$room/libraries
begin=$(date +%s)
read -ra more <<<"${MORE:-}"  # options for every training, such as --games 64

s() { echo $(($1 * ${SCALE:-100} / 100 > 0 ? $1 * ${SCALE:-100} / 100 : 1)); }
left_to() { # a second of the plan: how long it is until then
    local left=$(($(s "$1") + begin - $(date +%s)))
    echo $((left > 2 ? left : 2))
}
say() { echo "[$(($(date +%s) - begin)) s] $*" | tee -a log.txt; }
train() { # OUT SECONDS …
    local out=$1 seconds=$2
    shift 2
    python3 "$tide/train.py" "$out.pt" --seconds "$seconds" --report 45 "$@" "${more[@]}" >>"$out.txt" 2>&1
}
respond() { # FROM AGAINST OUT SECONDS SEED: a best response to one that stays as it is
    train "$3" "$4" --seed "$5" --load "$1.pt" --load-value "$2.pt" --against "$2.pt" --games 8192 --rate 5e-4 \
        --first-points 0.02 --first-entropy 0.004
    say "$3 is trained"
}
export_() { python3 "$tide/export.py" "$1.bin" "$1.pt" "$1.pt" >>export.txt 2>&1; }
join() { cp "$1.pt" "pool/$2.new" && mv "pool/$2.new" "pool/$2.pt"; }  # whole or not at all
play() {                                                              # PLAYERS SECONDS …: a line in fields.txt
    local players=$1 seconds=$2
    shift 2
    nice -n 5 "$field" --players "$players" --seconds "$(s "$seconds")" --threads "${THREADS:-11}" "$@" >>fields.txt 2>>errors.txt
}
measure() { python3 "$tide/measure.py" "$@" >>measured.txt 2>&1; }

say "begins on $(nproc --all) cores"
python3 "$tide/import.py" "${networks[0]}" before.pt >>import.txt || exit 1
join before before
for ((i = 1; i < ${#networks[@]}; ++i)); do
    python3 "$tide/import.py" "${networks[i]}" "earlier_$i.pt" >>import.txt || exit 1
    join "earlier_$i" "earlier_$i"
done
python3 -c 'import torch
player = torch.load("before.pt", map_location="cpu")
for name in ("three.weight", "three.bias"):
    player["policy"][name] /= 3
torch.save(player, "noisy.pt")'
join noisy noisy

# The player: half of the time, among a pool that grows.
train after "$(left_to 640)" --load before.pt --seed 71 --games 16384 --rate 3e-4 --last-rate 2e-5 --keep 0.9998 \
    --first-points 0.02 --first-entropy 0.004 --careless-share 0.2 --pool-share 0.45 --given-share 0.75 --pool-folder pool &
player=$!
# Two unseen opponents with other seeds, sizes and aims, which join the pool; then best responses to the player before.
{
    train a "$(left_to 175)" --seed 11 --first 256 --second 128 --points 0.1 --first-points 0.2 --pool-share 0.1 --games 8192
    join a a
    export_ a
    respond a before response_before_a "$(s 600)" 21
} &
{
    train b "$(left_to 175)" --seed 12 --first 256 --second 256 --entropy 0.012 --trace 0.97 --games 8192
    join b b
    export_ b
    respond b before response_before_b "$(s 600)" 22
} &
respond before before response_before "$(s 600)" 23 &
{
    for at in 290 380 480; do
        sleep "$(left_to $at)"
        for one in response_before_a response_before_b response_before; do
            [[ ! -f $one.pt ]] || join $one "${one}_$at"
        done
    done
} &
# A player that searches and is no network: its games are recorded, and a network learns to choose as it does. It joins
# the pool six times, to be met more often than others.
{
    for players in 3 4 5; do
        for edition in "" --cascade; do
            # shellcheck disable=SC2086
            nice -n 5 "$field" --players $players --seconds "$(s 28)" --threads "${THREADS:-11}" --seed "clone$players$edition" $edition \
                --record "tricks/$players" best_1@2000n best_1@2000n >>recorded.txt 2>>errors.txt
        done
    done
    python3 "$tide/clone.py" clone.pt tricks/3 tricks/4 tricks/5 --load before.pt --seconds "$(s 45)" >>clone.txt 2>&1
    for i in 1 2 3 4 5 6; do join clone clone_$i; done
    export_ clone
    say "clone is trained"
    play 3 25 --seed clone network=clone.bin best_1@10ms  # how good is it among those it was taken from?
    play 5 40 --seed clone network=clone.bin best_1@10ms
    for players in 3 4 5; do
        play $players $((15 * players)) --seed f --networks "${networks[0]}" best@10ms best_1@10ms
        play $players $((5 * players)) --seed f "network=${networks[0]}" best_1@10ms
        play $players 12 --seed f --networks "${networks[0]}" best@10ms random
    done
} &
fields=$!
wait $player
say "after is trained"
export_ after

# Best responses to the new player: from itself, and from what those to the player before have become by now.
for one in a b; do cp response_before_$one.pt from_$one.pt; done
respond after after response "$(s 605)" 31 &
respond from_a after response_a "$(s 605)" 32 &
respond from_b after response_b "$(s 605)" 33 &
measure 8000 after.pt:before.pt before.pt:after.pt after.pt:clone.pt before.pt:clone.pt after.pt:a.pt before.pt:a.pt after.pt:b.pt \
    before.pt:b.pt after.pt:random clone.pt:after.pt &
wait $fields
for players in 3 4 5; do play $players $((24 * players)) --seed g --networks after.bin best@10ms best_1@10ms; done
for players in 3 4 5; do play $players $((10 * players)) --seed g --networks after.bin best_1@10ms best@10ms; done
for players in 3 4 5; do
    for one in "network=a.bin" "network=b.bin" random; do play $players 14 --seed g --networks after.bin best@10ms $one; done
done
wait
measure 8000 response.pt:after.pt response_a.pt:after.pt response_b.pt:after.pt response_before.pt:before.pt \
    response_before_a.pt:before.pt response_before_b.pt:before.pt
say "done"
