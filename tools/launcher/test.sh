# shellcheck shell=bash
# `./springtide test`: builds what the parts need, runs them side by side, adds up their counts.
# Expects `root`, `build` and build.sh.
: "${root:?}" "${build:?}"
# shellcheck source=tools/launcher/packages.sh
source "$root/tools/launcher/packages.sh"

fuzz_runs=${SPRINGTIDE_FUZZ_RUNS:-20000} # per target
hang_limit=${SPRINGTIDE_TEST_LIMIT:-1800} # seconds after which a job is taken for hung

# shellcheck source=tools/launcher/test_parts.sh
source "$root/tools/launcher/test_parts.sh"

test_help() {
    cat <<'HELP'
Usage: ./springtide test [--keep-going] [part…]

Runs every test, or only the parts named, and ends with one line "N passed, N failed".
"web" also stands for all parts that begin with "web-", and a folder of the sources, such as
"server/tournament", for the parts that test it. Status 0: nothing failed.

  --changed      the parts that test what differs from the branch main
  --keep-going   run what could be built, even if something else does not compile
  --list         the parts, one per line, and what each proves
  --help         this text

Example: ./springtide test format rules
HELP
}

run_tests() {
    local parts part wanted=() changed=
    keep_going=
    parts=$(all_parts)
    for part in "$@"; do
        case $part in
        --help | -h)
            test_help
            return 0
            ;;
        --list)
            while read -r part; do printf '%-22s %s\n' "$part" "$(part_title "$part")"; done <<<"$parts"
            return 0
            ;;
        --keep-going)
            keep_going=yes
            continue
            ;;
        --changed)
            changed=yes
            mapfile -t -O "${#wanted[@]}" wanted < <(changed_parts)
            continue
            ;;
        esac
        mapfile -t -O "${#wanted[@]}" wanted < <(named_parts "$part")
        if [[ -z $(named_parts "$part") ]]; then
            say "there is no test part \"$part\". The parts are: ${parts//$'\n'/, }"
            return 2
        fi
    done
    if [[ -n $changed ]]; then
        ((${#wanted[@]})) || { say "nothing that a part tests differs from main" && return 0; }
        say "chosen by what changed: ${wanted[*]}"
    fi
    ((${#wanted[@]})) || mapfile -t wanted <<<"$parts"
    mapfile -t wanted < <(printf '%s\n' "${wanted[@]}" | awk '!seen[$0]++') # each once
    # shellcheck source=tools/launcher/test_run.sh
    source "$root/tools/launcher/test_run.sh"
    bring_test_packages "${wanted[@]}" || return 1
    build_and_run "${wanted[@]}"
}
