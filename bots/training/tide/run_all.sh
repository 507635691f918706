#!/bin/bash
# Everything that was trained, in so many seconds: run_all.sh SECONDS FOLDER. The player that is shipped (main); beside it
# two unseen opponents with other seeds, sizes and aims, and early best responses to main that begin as these and join its pool;
# then best responses to main that begin as all three. The folder has three files in the end, because machines that are
# lent bring back only a few. More than half of the time is main's: run_all.sh 1400 gives it 700 seconds.
seconds=$1 to=$(realpath "$2")
cd "$(dirname "$0")" || exit 1
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1
out=$(mktemp -d)
export TIDE_LIBRARIES=$out/libraries
mkdir "$TIDE_LIBRARIES" "$out/pool"
for_main=$((seconds / 2)) for_stranger=$((seconds * 15 / 100)) for_early=$((seconds * 75 / 1000))
respond() { # FROM AGAINST OUT SECONDS
    python3 train.py "$3" --seconds "$4" --seed 21 --load "$1" --load-value "$2" --against "$2" --games 8192 --rate 5e-4 \
        --first-points 0.02 --first-entropy 0.004 --report 30
}
{
python3 check_device.py || exit 5
python3 train.py "$out/main.pt" --seconds $for_main --games 16384 --first 512 --second 256 --value-first 384 \
    --value-second 256 --keep 0.9998 --pool-folder "$out/pool" --report 30 >"$out/main.txt" 2>&1 &
main=$!
{
    python3 train.py "$out/a.pt" --seconds $for_stranger --seed 11 --first 256 --second 128 --points 0.1 \
        --first-points 0.2 --pool-share 0.1 --games 8192 --report 40
    python3 train.py "$out/b.pt" --seconds $for_stranger --seed 12 --first 256 --second 256 --entropy 0.012 \
        --trace 0.97 --games 8192 --report 40
    for from in b a; do
        cp "$out/main.pt" "$out/early_$from.pt"
        respond "$out/$from.pt" "$out/early_$from.pt" "$out/found_$from.pt" $for_early
        mv "$out/found_$from.pt" "$out/pool/"
    done
} >"$out/strangers.txt" 2>&1 &
strangers=$!
wait $main $strangers
tar -cf "$to/players.tar" -C "$out" main.pt a.pt b.pt
tail -n 4 "$out/main.txt" "$out/strangers.txt" | cut -c1-450
timeout 40 python3 measure.py 4000 "$out/main.pt" "$out/a.pt" "$out/b.pt"
for from in main a b; do
    respond "$out/$from.pt" "$out/main.pt" "$out/br_$from.pt" $((seconds - for_main - 80)) >"$out/br_$from.txt" 2>&1 &
done
wait
tail -n 3 "$out"/br_*.txt | cut -c1-300
timeout 40 python3 measure.py 8000 "$out"/br_*.pt "$out/main.pt" | grep '"rest": "main'
} 2>&1 | tee "$to/log.txt"
tar -cf "$to/responses.tar" -C "$out" br_main.pt br_a.pt br_b.pt
