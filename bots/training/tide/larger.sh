#!/bin/bash
# Makes a player four times as large and trains it further, beside a large independent player; then trains best responses to the
# networks it began as: larger.sh FOLDER NETWORKS.bin. With one accelerator it takes about 1300 seconds; SCALE=10 makes that
# a tenth. Three stages, each of which can be run again by itself: larger.sh FOLDER NETWORKS.bin 2.
(($# >= 2)) || { sed -n '2,5p' "$0" | cut -c3-; exit 2; }
mkdir -p "$1/libraries" "$1/pool" "$1/pool_2" || exit 1
room=$(realpath "$1") networks=$(realpath "$2") stages=${3:-1 2 3}
tide=$(realpath "$(dirname "$0")")
cd "$room" || exit 1
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 TIDE_LIBRARIES=$room/libraries
read -ra more <<<"${MORE:-}" # options for every training, such as --games 64

train() { # OUT SECONDS …
    local out=$1 seconds=$(($2 * ${SCALE:-100} / 100))
    shift 2
    python3 "$tide/train.py" "$out.pt" --seconds "$seconds" --report 30 "$@" "${more[@]}" >>"$out.txt" 2>&1
}
respond() { # FROM OUT SECONDS SEED …
    local from=$1 out=$2 seconds=$3 seed=$4
    shift 4
    train "$out" "$seconds" --seed "$seed" --load "$from.pt" --against before.pt --games 8192 --rate 5e-4 \
        --first-points 0.02 --first-entropy 0.004 --cascade 1 "$@"
}
join() { cp "$1.pt" "$3/$2.new" && mv "$3/$2.new" "$3/$2.pt"; } # whole or not at all

python3 "$tide/import.py" "$networks" before.pt || exit 1
usual=(--games 16384 --keep 0.9998 --points 0.02 --first-points 0.02 --careless-share 0.12 --pool-share 0.3 --cascade 0.75)
for stage in $stages; do
    case $stage in
        1)
            train larger 515 --load before.pt --widen --first 1024 --second 1024 --value-first 768 --value-second 384 \
                --seed 101 --rate 6e-4 --last-rate 3e-4 --first-entropy 0.012 --entropy 0.008 --given-share 0.5 \
                --pool before.pt --pool-folder pool "${usual[@]}" &
            train stranger 515 --first 2048 --second 1536 --value-first 768 --value-second 384 --seed 102 --games 8192 \
                --last-rate 1e-4 --first-points 0.15 --entropy 0.006 --pool-share 0.15 --cascade 0.75 &
            for at in 240 380; do
                sleep $(((at == 240 ? 240 : 140) * ${SCALE:-100} / 100))
                [[ ! -f stranger.pt ]] || join stranger "stranger_$at" pool
            done
            wait
            ;;
        2)
            train larger_2 455 --load larger.pt --seed 111 --rate 3e-4 --last-rate 1e-5 --first-entropy 0.008 \
                --given-share 0.6 --pool before.pt stranger.pt --pool-folder pool_2 "${usual[@]}" &
            respond larger response 455 121 --load-value before.pt &
            respond stranger response_stranger 455 122 --load-value before.pt &
            for at in 200 350; do
                sleep $(((at == 200 ? 200 : 150) * ${SCALE:-100} / 100))
                for one in response response_stranger; do [[ ! -f $one.pt ]] || join $one "${one}_$at" pool_2; done
            done
            wait
            ;;
        3) respond response response_2 285 131 --last-rate 2e-5 ;;
    esac
done
python3 "$tide/measure.py" 10000 larger_2.pt:before.pt before.pt:larger_2.pt larger_2.pt:stranger.pt before.pt:stranger.pt \
    response.pt:before.pt response_stranger.pt:before.pt response_2.pt:before.pt response.pt:larger_2.pt | tee measured.txt
