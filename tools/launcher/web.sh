# shellcheck shell=bash
# Builds the page into web/dist: the engine as WebAssembly, the npm packages of the lock file, then Vite.
# Expects `root`, `build` and build.sh.
: "${root:?}" "${build:?}"

# The page shows the rules of docs/, which no other build looks at.
page_is_fresh() {
    [[ -f $root/web/dist/index.html ]] && is_fresh "$build/.fresh-page" &&
        [[ -z $(find "$root/docs/rules" -newer "$build/.fresh-page" -print -quit) ]]
}

# bring_page: silent and quick when nothing changed since the page was built.
bring_page() {
    ! page_is_fresh || return 0
    # shellcheck source=tools/launcher/packages.sh
    source "$root/tools/launcher/packages.sh"
    may_install page && take_lock || return 1
    if ! page_is_fresh; then
        bring_packages page && build_preset wasm springtide && build_page || return 1
    fi
    drop_lock
}

# build_page: WebAssembly is there already.
build_page() {
    bring_npm_packages || return 1
    say "building the page"
    mkdir -p -- "$root/web/dist" # before the stamp: a new folder would count as a change
    build_signature
    printf '%s\n' "${signature:?}" >"$build/.fresh-page.new" # its time is that of the start
    if ! (cd -- "$root/web" && SPRINGTIDE_BUILD=$build npm run --silent build) >"$build/page.log" 2>&1 </dev/null; then
        cat -- "$build/page.log" >&2
        say "the page could not be built; the reason stands above"
        return 1
    fi
    mv -f -- "$build/.fresh-page.new" "$build/.fresh-page"
}

# npm ci, when the lock file is not the one that was installed.
bring_npm_packages() {
    local installed=$root/web/node_modules/.springtide-lock
    ! cmp -s -- "$root/web/package-lock.json" "$installed" || return 0
    say "bringing the npm packages of web/package-lock.json"
    if ! run_npm_ci >"$build/npm.log" 2>&1 </dev/null; then
        cat -- "$build/npm.log" >&2
        say "npm could not bring them; its reason stands above"
        return 1
    fi
    cp -- "$root/web/package-lock.json" "$installed"
}

# Debian's npm 9 leaves `npm ci` before it is done ("Exit handler never called"): there npm 10, from npm, does it.
run_npm_ci() {
    local version npm=(npm) newer=$build/npm-10/node_modules/npm/bin/npm-cli.js
    local -x npm_config_cache=$build/npm
    version=$(npm --version) || return 1
    if ((${version%%.*} < 10)); then
        npm=(node "$newer")
        [[ -f $newer ]] || npm install --no-audit --no-fund --prefix "$build/npm-10" npm@10.9.2 || return 1
    fi
    (cd -- "$root/web" && "${npm[@]}" ci --no-audit --no-fund)
}
