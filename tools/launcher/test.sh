# shellcheck shell=bash
# `./springtide test`: builds what the parts need, runs them side by side, adds up their counts.
# Expects `root`, `build` and build.sh.
: "${root:?}" "${build:?}"
# shellcheck source=tools/launcher/packages.sh
source "$root/tools/launcher/packages.sh"

fuzz_runs=${SPRINGTIDE_FUZZ_RUNS:-20000} # per target
hang_limit=${SPRINGTIDE_TEST_LIMIT:-1800} # seconds after which a job is taken for hung

# The names of the parts, in the order they are reported. C++ test programs are found by their registration in
# tests/**/CMakeLists.txt, scripts by lying in tests/scripts and being executable.
program_parts() {
    [[ -d $root/tests ]] || return 0
    find "$root/tests" -name CMakeLists.txt -exec cat {} + |
        sed -n 's/^[[:space:]]*springtide_test(\([A-Za-z0-9_-]*\).*/\1/p' | LC_ALL=C sort -u
}
script_parts() {
    [[ -d $root/tests/scripts ]] || return 0
    find "$root/tests/scripts" -maxdepth 1 -type f -perm -u+x -printf '%f\n' | sed 's/\.[a-z]*$//' | LC_ALL=C sort
}
tsan_parts() { grep -v '^#' "$root/tools/launcher/tsan_tests.txt" || true; }

all_parts() {
    echo format
    program_parts
    script_parts
    echo asan
    [[ -z $(tsan_parts) ]] || echo tsan
    [[ ! -f $root/tests/wasm/run.mjs ]] || echo wasm
    [[ ! -f $root/tests/fuzz/CMakeLists.txt ]] || echo fuzz
    echo tidy
}

part_title() {
    case $1 in
    format) echo "formatting, direction of dependencies, shell scripts" ;;
    asan) echo "all C++ test programs under AddressSanitizer and UBSan (clang)" ;;
    tsan) echo "what carries threads under ThreadSanitizer (clang)" ;;
    wasm) echo "WebAssembly under node" ;;
    fuzz) echo "each fuzz target, $fuzz_runs runs from its seed corpus" ;;
    tidy) echo "clang-tidy" ;;
    python) echo "the Python module, its adapters, data, documentation and examples" ;;
    *) if [[ $'\n'$programs$'\n' == *$'\n'"$1"$'\n'* ]]; then echo "C++ test program"; else echo "script"; fi ;;
    esac
}

# named_parts NAME: the part of that name, or else all that begin with it and a dash.
named_parts() {
    grep -xF -e "$1" <<<"$parts" || awk -v start="$1-" 'index($0, start) == 1' <<<"$parts"
}

test_help() {
    cat <<'HELP'
Usage: ./springtide test [part…]

Runs every test, or only the parts named, and ends with one line "N passed, N failed".
"rules" also stands for all parts that begin with "rules-". Status 0: nothing failed.

  --list    the parts, one per line
  --help    this text

Example: ./springtide test format rules
HELP
}

run_tests() {
    local programs parts part wanted=()
    programs=$(program_parts)
    parts=$(all_parts)
    for part in "$@"; do
        case $part in
        --help | -h)
            test_help
            return 0
            ;;
        --list)
            while read -r part; do printf '%-16s %s\n' "$part" "$(part_title "$part")"; done <<<"$parts"
            return 0
            ;;
        esac
        mapfile -t -O "${#wanted[@]}" wanted < <(named_parts "$part")
        if [[ -z $(named_parts "$part") ]]; then
            say "there is no test part \"$part\". The parts are: ${parts//$'\n'/, }"
            return 2
        fi
    done
    ((${#wanted[@]})) || mapfile -t wanted <<<"$parts"
    mapfile -t wanted < <(printf '%s\n' "${wanted[@]}" | awk '!seen[$0]++') # each once
    # shellcheck source=tools/launcher/test_run.sh
    source "$root/tools/launcher/test_run.sh"
    bring_test_packages "${wanted[@]}" || return 1
    build_and_run "${wanted[@]}"
}
