# shellcheck shell=bash
# Which parts of the tests there are, what each proves, and which are meant by a name, a folder or a change.
: "${root:?}" "${fuzz_runs:?}" "${parts=}"

# The names of the parts, in the order they are reported. C++ test programs are found by their registration in
# tests/**/CMakeLists.txt, scripts by lying in tests/scripts and being executable.
program_parts() { registered_tests | awk -F '\t' '{ print $1 }' | LC_ALL=C sort -u; }
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

# Each test program with what stands about it in CMake: name, the comment above it, and its sources and libraries, all
# separated by tabs.
registered_tests() {
    [[ -d $root/tests ]] || return 0
    find "$root/tests" -name CMakeLists.txt -exec awk '
        /^[ \t]*#/ { line = $0; sub(/^[ \t]*#[ \t]*/, "", line); above = above (above == "" ? "" : " ") line; next }
        /^[ \t]*springtide_test\([A-Za-z0-9_-]/ {
            name = $0; sub(/^[ \t]*springtide_test\(/, "", name); rest = name
            sub(/[^A-Za-z0-9_-].*/, "", name); sub(/^[A-Za-z0-9_-]*/, "", rest)
            printf "%s\t%s\t", name, above; open = 1; $0 = rest
        }
        open {
            line = $0; last = sub(/\).*/, "", line); gsub(/[ \t]+/, " ", line); printf "%s", line
            if (last || $0 ~ /\)/) { printf " \n"; open = 0 }
        }
        { above = "" }' {} +
}

# script_title FILE: the first line of its docstring, or of its comment.
script_title() {
    sed -n '2,9{/^# builds:/d;s/^# //p;s/^"""\(.*\)/\1/p}' "$1" | sed 's/"""$//;s/[.,]$//;1q'
}

part_title() {
    local title
    case $1 in
    format) title="formatting, direction of dependencies, shell scripts" ;;
    asan) title="all C++ test programs under AddressSanitizer and UBSan (clang)" ;;
    tsan) title="what carries threads under ThreadSanitizer (clang)" ;;
    wasm) title="WebAssembly under node" ;;
    fuzz) title="each fuzz target, $fuzz_runs runs from its seed corpus" ;;
    tidy) title="clang-tidy" ;;
    *)
        title=$(registered_tests | awk -F '\t' -v name="$1" '$1 == name { sub(/\.$/, "", $2); print $2 }')
        if [[ -z $title ]]; then
            title=$(script_of "$1")
            [[ -z $title ]] || title=$(script_title "$title")
        fi
        ;;
    esac
    echo "${title:-C++ test program}"
}

script_of() {
    find "$root/tests/scripts" -maxdepth 1 -perm -u+x \( -name "$1" -o -name "$1.*" \) -print -quit
}

# named_parts NAME: the part of that name, or else all that begin with it and a dash, or that test this folder.
named_parts() {
    local found
    found=$(grep -xF -e "$1" <<<"$parts" || awk -v start="$1-" 'index($0, start) == 1' <<<"$parts")
    [[ -n $found ]] || found=$(parts_of_folder "${1%/}")
    [[ -z $found ]] || echo "$found"
}

# parts_of_folder FOLDER: the test programs that have sources in tests/FOLDER or name the library FOLDER; where there is
# none, those of the libraries that use it.
parts_of_folder() {
    local folder=${1#tests/} found user
    folder=${folder#rules/}
    found=$(registered_tests | awk -F '\t' -v folder="$folder" '{
        sources = uses = $3
        sub(/ USES .*/, "", sources)
        if (!sub(/.* USES /, " ", uses)) uses = ""
        if (index(sources, " " folder "/") || index(uses, " " folder " ") || index(uses, " " folder "/")) print $1 }')
    if [[ -z $found && -f $root/$folder/CMakeLists.txt ]]; then
        while read -r user; do
            [[ $user == "$folder" ]] || found+=$(parts_of_folder "$user")$'\n'
        done < <(grep -lE "^ *USES.*[ ]${folder}([ )]|\$)" "$root"/*/CMakeLists.txt "$root"/*/*/CMakeLists.txt 2>/dev/null |
            sed "s|^$root/||;s|/CMakeLists.txt\$||" | grep -v '^tests')
    fi
    awk 'NF && !seen[$0]++' <<<"$found"
}

# changed_parts: those that test what differs from the branch main, or since the last commit where this is main.
changed_parts() {
    local file base
    base=$(git -C "$root" merge-base HEAD origin/main 2>/dev/null || git -C "$root" merge-base HEAD main) || return 1
    { git -C "$root" diff --name-only "$base" && git -C "$root" ls-files --others --exclude-standard; } | LC_ALL=C sort -u |
        while read -r file; do parts_of_file "$file"; done | awk '!seen[$0]++'
}

# parts_of_file FILE: what to run when it changed.
parts_of_file() {
    local file=$1 folder name game
    grep -xF language <<<"$parts" || true
    case $file in
    server/*.cpp | server/*.hpp | tests/server/*.py) grep -xF server-play <<<"$parts" ;;
    tests/scripts/*) name=${file##*/} && name=${name%.*} && grep -xF -e "$name" <<<"$parts" ;;
    web/*) grep -x 'web-.*' <<<"$parts" ;;
    python/* | tests/python/*) grep -xF -e python -e learn <<<"$parts" ;;
    springtide | tools/launcher/* | cmake/* | CMake*) grep -xF launcher <<<"$parts" ;;
    docs/api/*) grep -xF -e server-schema -e papers -e web-check <<<"$parts" ;;
    *.md | data/*) grep -xF papers <<<"$parts" ;;
    esac || true
    [[ $file == *.[ch]pp ]] || return 0
    echo format
    for game in turn_the_tide high_tide_henn high_tide_leiman; do
        [[ $file != *"$game"* ]] || parts_of_folder "$game"
    done
    folder=${file%/*}
    while [[ $folder == */* && -z $(parts_of_folder "$folder") ]]; do folder=${folder%/*}; done
    parts_of_folder "$folder"
}
