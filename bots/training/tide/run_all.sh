#!/bin/bash
# Everything that was trained, in so many seconds: run_all.sh SECONDS FOLDER. The player that is shipped (main), two
# strangers with other seeds, sizes and aims, and then best responses to main that begin as these and as itself. The
# folder has three files in the end, because machines that are lent bring back only a few.
seconds=$1 to=$(realpath "$2")
cd "$(dirname "$0")" || exit 1
export PYTHONUNBUFFERED=1
out=$(mktemp -d)
{
python3 check_device.py || exit 5
python3 train.py "$out/main.pt" --seconds $((seconds * 72 / 100)) --games 16384 --report 30 >"$out/main.txt" 2>&1 &
main=$!
{
    python3 train.py "$out/a.pt" --seconds $((seconds * 25 / 100)) --seed 11 --first 256 --second 128 --points 0.1 \
        --first-points 0.2 --pool-share 0.1 --games 8192 --report 40
    python3 train.py "$out/b.pt" --seconds $((seconds * 25 / 100)) --seed 12 --first 256 --second 256 --entropy 0.012 \
        --trace 0.97 --games 8192 --report 40
} >"$out/strangers.txt" 2>&1 &
strangers=$!
wait $main $strangers
tar -cf "$to/players.tar" -C "$out" main.pt a.pt b.pt
tail -n 4 "$out/main.txt" "$out/strangers.txt" | cut -c1-450
timeout 30 python3 measure.py 4000 "$out/main.pt" "$out/a.pt" "$out/b.pt"
for from in main a b; do
    python3 train.py "$out/br_$from.pt" --seconds $((seconds * 18 / 100)) --seed 21 --load "$out/$from.pt" \
        --load-value "$out/main.pt" --against "$out/main.pt" --games 8192 --rate 5e-4 --first-points 0.02 \
        --first-entropy 0.004 --report 15 >"$out/br_$from.txt" 2>&1 &
done
wait
tail -n 3 "$out"/br_*.txt | cut -c1-300
timeout 30 python3 measure.py 4000 "$out"/br_*.pt "$out/main.pt" | grep '"rest": "main'
} 2>&1 | tee "$to/log.txt"
tar -cf "$to/responses.tar" -C "$out" br_main.pt br_a.pt br_b.pt
