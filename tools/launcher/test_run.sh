# shellcheck shell=bash
# The work behind test.sh: builds first, one preset after the other with all cores; then all jobs in one pool
# of as many as there are cores.
: "${root:?}" "${build:?}" "${fuzz_runs:?}" "${hang_limit:?}" "${keep_going=}"

logs=$build/test-logs
with_tests=(-DSPRINGTIDE_TESTS=ON) # of the release build; what needs more packages only where a part asks for it
passed_total=0
failed_total=0
job_names=()
job_commands=() # quoted for eval
declare -A preset_state=() # ok or failed, once built
declare -A job_of=() started_at=() # of the running processes

bring_test_packages() {
    local part purposes=()
    for part in "$@"; do
        if is_purpose "$part"; then purposes+=("$part"); else purposes+=(test); fi
    done
    may_install "${purposes[@]}" && take_lock && bring_packages "${purposes[@]}" && drop_lock
}

build_and_run() {
    local part
    rm -rf -- "$logs"
    mkdir -p -- "$logs"
    trap 'stop_jobs; exit 130' INT TERM HUP
    release_targets=$(targets_of "$@")
    [[ $release_targets != all && $release_targets != *-mpi* ]] || with_tests+=(-DSPRINGTIDE_MPI=ON)
    [[ $release_targets != all && $release_targets != *tide-field* ]] || with_tests+=(-DSPRINGTIDE_BENCH=ON)
    for part in "$@"; do plan_part "$part"; done
    run_jobs
    printf '%s passed, %s failed\n' "$passed_total" "$failed_total"
    ((failed_total == 0 && passed_total > 0))
}

# targets_of PART…: what the release build must make for them. Everything for a full run; otherwise the test programs
# named, and for a script the program and what its line "# builds: …" names.
targets_of() {
    local part line targets=()
    if [[ $(printf '%s\n' "$@" | LC_ALL=C sort -u) == "$(all_parts | LC_ALL=C sort -u)" ]]; then
        echo all
        return
    fi
    for part in "$@"; do
        if is_program_part "$part"; then
            targets+=("test-$part")
        elif [[ -n $(script_of "$part") ]]; then
            line=$(sed -n 's/^# builds: //p' "$(script_of "$part")")
            targets+=(springtide "$line")
        fi
    done
    tr ' ' '\n' <<<"${targets[*]}" | awk 'NF && !seen[$0]++' | paste -sd ' '
}

# Builds what a part needs and notes its jobs.
plan_part() {
    local part=$1 name
    case $part in
    format) job format "$root/tools/check_format" ;;
    asan)
        need asan all -DSPRINGTIDE_TESTS=ON || return 0
        while read -r name; do
            if [[ -z $keep_going ]] || is_built asan "test-$name"; then job "asan/$name" "$build/asan/test-$name"; fi
        done < <(program_parts)
        ;;
    tsan)
        need tsan "$(tsan_targets)" -DSPRINGTIDE_TESTS=ON || return 0
        while read -r name; do
            if is_program_part "$name"; then
                job "tsan/$name" "$build/tsan/test-$name"
            else
                job "tsan/$name" env SPRINGTIDE_PROGRAM="$build/tsan/springtide" "$(script_of "$name")"
            fi
        done < <(tsan_parts)
        ;;
    wasm)
        need wasm all || return 0
        job wasm node "$root/tests/wasm/run.mjs" "$build/wasm"
        ;;
    web-*)
        case $part in
        web-check) need_npm_packages || return 0 ;;
        web-unit) need wasm all && need_npm_packages || return 0 ;;
        web-fold) need wasm all && need release "$release_targets" "${with_tests[@]}" && need_npm_packages || return 0 ;;
        *) need wasm all && need release "$release_targets" "${with_tests[@]}" && need_page || return 0 ;;
        esac
        job "$part" "$(script_of "$part")"
        ;;
    python)
        need_module || return 0
        job python "$root/tests/scripts/python"
        ;;
    fuzz)
        need fuzz 'fuzz-*' -DSPRINGTIDE_FUZZ=ON || return 0
        while read -r name; do
            job "$name" "$root/tools/run_fuzz_target" "$build/fuzz/$name" "$fuzz_runs"
        done < <(executables fuzz fuzz-)
        ;;
    tidy)
        need asan all -DSPRINGTIDE_TESTS=ON || return 0
        job tidy "$root/tools/check_tidy" "$build/asan"
        ;;
    *)
        need release "$release_targets" "${with_tests[@]}" || return 0
        if is_program_part "$part"; then
            [[ -z $keep_going ]] || is_built release "test-$part" || return 0
            job "$part" "$build/release/test-$part"
        else
            [[ -z $keep_going ]] || is_built release springtide || return 0
            job "$part" "$(script_of "$part")"
        fi
        ;;
    esac
}

# The targets to build for them: the test programs, and the program itself for scripts that drive it.
tsan_targets() {
    local name
    tsan_parts | while read -r name; do
        if is_program_part "$name"; then echo "test-$name"; else echo springtide; fi
    done | sort -u | paste -sd ' '
}
is_program_part() { [[ $'\n'$(program_parts)$'\n' == *$'\n'"$1"$'\n'* ]]; }
# is_built PRESET TARGET: what was built before the last change does not count.
is_built() { [[ $(ninja -C "$build/$1" -n "$2" 2>/dev/null) == *"no work to do"* ]]; }

job() {
    job_names+=("$1")
    shift
    job_commands+=("$(printf '%q ' "$@")")
}

# need PRESET TARGET [-D…]: builds it, once; says whether it is there.
need() {
    local preset=$1 target=$2 started=$EPOCHREALTIME
    shift 2
    if [[ -z ${preset_state[$preset]-} ]]; then
        take_lock || return 1
        if { build_preset "$preset" "$target" "$@" || { [[ -n $keep_going ]] && count "build of $preset" 0 1 "$started"; }; } &&
            check_build "$preset"; then
            preset_state[$preset]=ok
            printf 'built   %-28s %28s\n' "$preset" "$(seconds_since "$started")"
        else
            preset_state[$preset]=failed
            count "build of $preset" 0 1 "$started"
        fi
        drop_lock
    fi
    [[ ${preset_state[$preset]} == ok ]]
}

# The npm packages; says whether they are there.
need_npm_packages() {
    local started=$EPOCHREALTIME
    # shellcheck source=tools/launcher/web.sh
    source "$root/tools/launcher/web.sh"
    take_lock || return 1
    if ! bring_npm_packages; then
        count "npm packages of the page" 0 1 "$started"
        drop_lock
        return 1
    fi
    drop_lock
}

# The page, once; says whether it is there.
need_page() {
    local started=$EPOCHREALTIME
    # shellcheck source=tools/launcher/web.sh
    source "$root/tools/launcher/web.sh"
    take_lock || return 1
    if ! build_page; then
        count "build of the page" 0 1 "$started"
        drop_lock
        return 1
    fi
    printf 'built   %-28s %28s\n' page "$(seconds_since "$started")"
    drop_lock
}

# The Python module, once; says whether it is there.
need_module() {
    local started=$EPOCHREALTIME
    take_lock || return 1
    if ! build_preset release springtide_python -DSPRINGTIDE_PYTHON=ON; then
        count "build of the Python module" 0 1 "$started"
        drop_lock
        return 1
    fi
    printf 'built   %-28s %28s\n' "Python module" "$(seconds_since "$started")"
    drop_lock
}

check_build() {
    [[ $1 == release ]] || return 0
    # A full build contains the program: the scripts that run it through the launcher find it fresh.
    [[ $release_targets != all || ! -f $build/release/.fresh-all ]] || cp -p -- "$build/release/.fresh-all" "$build/release/.fresh-springtide"
    # A test program that no part would run is a mistake.
    local built
    built=$(executables release test- | sed 's/^test-//')
    if [[ $built != "$(program_parts)" ]]; then
        say "write every test program as springtide_test(<name> …) in a CMakeLists.txt under tests/."
        say "Found there: $(program_parts | tr '\n' ' '); built: ${built//$'\n'/ }"
        return 1
    fi
}

# The last parts first: they are the long ones, and the short ones fill the gaps.
run_jobs() {
    local next=$((${#job_names[@]} - 1)) cores
    cores=$(nproc)
    while ((next >= 0 || ${#job_of[@]})); do
        if ((next >= 0 && ${#job_of[@]} < cores)); then
            start_job "$next"
            next=$((next - 1))
        else
            finish_a_job
        fi
    done
}

# timeout gives each job a process group of its own, so that a hung one goes away with its children. Its status
# goes to a file: a shell forgets those of its children that died by a signal.
start_job() {
    local number=$1 log command
    log=$(log_of "$number")
    eval "command=(${job_commands[number]})"
    (
        cd -- "$root" || exit
        share_compiled
        export npm_config_cache=$build/npm
        export GTEST_BRIEF=1 GTEST_COLOR=no
        export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1
        export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
        export TSAN_OPTIONS=halt_on_error=1
        export ASAN_SYMBOLIZER_PATH=/usr/bin/llvm-symbolizer-19 TSAN_SYMBOLIZER_PATH=/usr/bin/llvm-symbolizer-19
        timeout --kill-after=10 "$hang_limit" "${command[@]}" &
        trap 'kill -TERM $!' TERM
        status=0
        wait $! || status=$?
        echo $status >"$log.status"
    ) >"$log" 2>&1 </dev/null &
    job_of[$!]=$number
    started_at[$!]=$EPOCHREALTIME
}

finish_a_job() {
    local pid log
    wait -n || true
    for pid in "${!job_of[@]}"; do
        log=$(log_of "${job_of[$pid]}")
        if [[ -s $log.status ]] || ! kill -0 "$pid" 2>/dev/null; then
            judge "${job_of[$pid]}" "$(cat "$log.status" 2>/dev/null || echo 255)" "${started_at[$pid]}"
            unset "job_of[$pid]"
        fi
    done
}

stop_jobs() {
    ((${#job_of[@]} == 0)) || kill -TERM "${!job_of[@]}" 2>/dev/null || true
}

# Reads the counts from what the job printed: GoogleTest's summary, or a last line "N passed, N failed".
# Whatever ends badly, or counts nothing, has failed at least once.
judge() {
    local number=$1 status=$2 started=$3 log passed failed last
    log=$(log_of "$number")
    last=$(tail -n 1 -- "$log" | tr -d '\r')
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=${BASH_REMATCH[1]} failed=${BASH_REMATCH[2]}
    else
        passed=$(sed -n 's/^\[  PASSED  \] \([0-9][0-9]*\) tests\{0,1\}\.$/\1/p' "$log" | tail -n 1)
        failed=$(grep -c '^\[  FAILED  \] .* ([0-9]* ms)$' "$log" || true)
    fi
    passed=$((10#${passed:-0})) failed=$((10#${failed:-0}))
    ((failed > 0 || (status == 0 && passed > 0))) || failed=1
    count "${job_names[number]}" "$passed" "$failed" "$started"
    if ((failed)); then
        ((status != 124 && status != 137)) || echo "        stopped: no end after $hang_limit s"
        echo "        status $status; what failed in $log, and its end:"
        # GoogleTest gives the reason first, and the name of the test after it.
        { grep -E -A 9 -- ': Failure$|^(FAILED|failed|not ok|\[  FAILED  \])|error:' "$log" | head -n 60 && echo ...; tail -n 20 -- "$log"; } |
            sed 's/^/        | /'
    fi
}

# count NAME PASSED FAILED STARTED: one line of the report.
count() {
    local word=ok text="$2 passed"
    ((passed_total += $2, failed_total += $3, 1))
    (($3 == 0)) || word=FAILED text+=", $3 failed"
    printf '%-7s %-28s %-18s %9s\n' "$word" "$1" "$text" "$(seconds_since "$4")"
}

log_of() { printf '%s/%s.log' "$logs" "${job_names[$1]//\//-}"; }

seconds_since() {
    local tenths=$(((${EPOCHREALTIME/[.,]/} - ${1/[.,]/}) / 100000))
    printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
}
