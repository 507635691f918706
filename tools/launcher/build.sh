# shellcheck shell=bash
# Decides whether a build is up to date and makes it so. Expects `root` (the sources) and `build`.
: "${root:?}" "${build:?}"

say() { printf 'springtide: %s\n' "$*" >&2; }

# The inputs of a build besides the sources: their folder, and the processor it was optimised for.
build_signature() {
    local line cpu=
    while read -r line; do
        [[ $line != flags* ]] || { cpu=$line && break; }
    done 2>/dev/null </proc/cpuinfo || true
    signature="$root"$'\n'"$cpu"
}

# is_fresh STAMP: nothing that goes into the program changed since the stamp. Folders count too: their time
# changes when a file in them goes away.
is_fresh() {
    local recorded changed
    [[ -f $1 ]] || return 1
    recorded=$(<"$1")
    build_signature
    [[ $recorded == "$signature" ]] || return 1
    changed=$(cd -- "$root" && find . -mindepth 1 \
        \( -path './.*' -o -path ./build -o -path "./${build#"$root/"}" -o -path ./springtide-data -o -path ./compile_commands.json -o -path ./docs -o -path ./tests -o -path ./web/dist -o -path ./web/embed/dist \
        -o -path './*.md' -o -name node_modules -o -name __pycache__ \) -prune \
        -o -newer "$1" -print -quit) || return 1
    [[ -z $changed ]]
}

# bring_up_to_date PURPOSE PRESET TARGET [-D…]: silent and quick when nothing changed.
bring_up_to_date() {
    local purpose=$1 preset=$2 target=$3
    local stamp=$build/$preset/.fresh-$target
    shift 3
    ! is_fresh "$stamp" || return 0
    # shellcheck source=tools/launcher/packages.sh
    source "$root/tools/launcher/packages.sh"
    may_install "$purpose" || return 1
    take_lock || return 1
    if ! is_fresh "$stamp"; then # another run may have done it while we waited
        bring_packages "$purpose" || return 1
        build_preset "$preset" "$target" "$@" || return 1
    fi
    drop_lock
}

# Stops before anything is written when packages are missing and cannot be installed from here.
may_install() {
    if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
        bring_packages "$@"
    fi
}

# build_preset PRESET TARGET [-D…]: configures and builds; leaves a stamp for each target only when all went well.
# TARGET may be a beginning of names, as in "fuzz-*", or several names with spaces between them.
build_preset() {
    local preset=$1 target=$2 folder=$build/$1 targets each
    read -ra targets <<<"${2%-\*}"
    shift 2
    local stamps=("${targets[@]/#/$folder/.fresh-}") started=$folder/.build-started
    local -x NINJA_STATUS='[%f of %t, %p, %e s] '
    share_compiled
    if [[ -f $folder/.signature && $(<"$folder/.signature") != "$signature" ]]; then
        say "build folder $folder was made elsewhere; starting it afresh"
        rm -rf -- "$folder"
    fi
    mkdir -p -- "$folder"
    printf '%s\n' "$signature" >"$folder/.signature"
    rm -f -- "${stamps[@]}"
    printf '%s\n' "$signature" >"$started" # its time is that of the start: later changes count as new

    say "building $preset ($target)"
    # Options of an earlier run (tests, benchmarks, Python) must not prevent a build of the program alone.
    if ! configure "$@" && ! { (($# == 0)) && configure -DSPRINGTIDE_TESTS=OFF -DSPRINGTIDE_BENCH=OFF \
        -DSPRINGTIDE_PYTHON=OFF -DSPRINGTIDE_MPI=OFF; }; then
        cat -- "$folder/configure.log" >&2
        say "could not configure the build"
        return 1
    fi
    [[ $target != *'*' ]] || mapfile -t targets < <(executables "$preset" "${target%\*}")
    local go_on=()
    [[ -z ${keep_going-} ]] || go_on=(-- -k 0)
    if ! cmake --build "$folder" --target "${targets[@]}" "${go_on[@]}" >&2 </dev/null; then
        say "the build failed; the compiler's words stand above"
        return 1
    fi
    for each in "${stamps[@]}"; do cp -p -- "$started" "$each"; done
}

# Compiled files are kept for all copies of the sources on this machine: a clean clone beside a built one finds them.
# What differs between processors (-march=native) is kept apart.
share_compiled() {
    local home=${HOME:-/nonexistent}
    if [[ -z ${CCACHE_DIR-} ]]; then
        if [[ -w $home ]]; then CCACHE_DIR=${XDG_CACHE_HOME:-$home/.cache}/springtide/ccache; else CCACHE_DIR=$build/ccache; fi
    fi
    build_signature
    CCACHE_NAMESPACE=$(cksum <<<"${signature#*$'\n'}")
    CCACHE_NAMESPACE=${CCACHE_NAMESPACE% *}
    export CCACHE_DIR CCACHE_NAMESPACE CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=yes
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime # for precompiled headers
}

# Of build_preset: runs CMake with its preset and folder.
configure() {
    (cd -- "$root" && cmake --preset "$preset" -B "$folder" "$@") >"$folder/configure.log" 2>&1 </dev/null
}

# executables PRESET PREFIX: the names of the programs that the configured build makes.
executables() {
    ninja -C "$build/$1" -t targets all | sed -n "s/^\($2[A-Za-z0-9_-]*\): CXX_EXECUTABLE_LINKER.*/\1/p" |
        LC_ALL=C sort -u
}

take_lock() {
    if ! { mkdir -p -- "$build" && : >>"$build/.lock"; } 2>/dev/null; then
        say "cannot write to $build; SPRINGTIDE_BUILD=<folder> puts the build elsewhere"
        return 1
    fi
    exec 9>>"$build/.lock"
    flock --nonblock 9 || { say "waiting for another build in $build" && flock 9; }
}

drop_lock() { exec 9>&-; }
