# shellcheck shell=bash
# Which packages a purpose needs, which of them are missing, and how they come in. Expects `root`.
: "${root:?}"

# Fills the map reason[package] for the purposes given, following "+purpose".
collect_packages() {
    local wanted=" $* " purpose package why grown=yes
    declare -gA reason=()
    while [[ $grown == yes ]]; do
        grown=no
        while read -r purpose package why; do
            [[ -n $package && $purpose != '#'* && $wanted == *" $purpose "* ]] || continue
            if [[ $package == +* ]]; then
                [[ $wanted == *" ${package#+} "* ]] || { wanted+="${package#+} " grown=yes; }
            else
                reason[$package]=$why
            fi
        done <"$root/tools/launcher/packages.txt"
    done
}

is_purpose() {
    grep -q "^$1[[:space:]]" "$root/tools/launcher/packages.txt"
}

# Prints the packages of `reason` that are not installed, one per line, sorted.
missing_packages() {
    local installed
    # dpkg-query fails when it does not know a package; what it prints counts. A package may bring another with it:
    # some builds of nodejs contain npm.
    installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package} ${Provides}\n' "${!reason[@]}" 2>/dev/null || true)
    comm -23 <(printf '%s\n' "${!reason[@]}" | LC_ALL=C sort) \
        <(sed -n 's/^ii  *//p' <<<"$installed" | tr -s ', ' '\n' | LC_ALL=C sort -u)
}

# Installs what the purposes given lack; without root or apt says what to install and stops, nothing changed.
bring_packages() {
    local missing package
    collect_packages "$@"
    mapfile -t missing < <(missing_packages)
    ((${#missing[@]})) || return 0

    say "these packages are missing:"
    for package in "${missing[@]}"; do
        printf '    %-28s %s\n' "$package" "${reason[$package]}" >&2
    done
    if ! command -v apt-get >/dev/null; then
        say "there is no apt-get here. Springtide builds on Debian 12; there, install them with"
        manual_line "" "${missing[@]}"
        return 1
    fi
    if [[ $(id -u) != 0 ]]; then
        say "installing needs root. Nothing was changed; please run this line, then try again:"
        manual_line "$(command -v sudo >/dev/null && echo 'sudo ')" "${missing[@]}"
        return 1
    fi
    say "installing them with apt-get"
    apt_get update ||
        say "the package lists could not all be refreshed; trying with those that are there"
    # One transaction that downloads everything first and removes nothing: it happens whole or not at all.
    if ! apt_get install -y --no-install-recommends --no-remove "${missing[@]}"; then
        say "apt-get could not install them; its reason stands above. Springtide builds on Debian 12."
        say "When that is mended, try again, or run:"
        manual_line "" "${missing[@]}"
        return 1
    fi
    mapfile -t missing < <(missing_packages)
    if ((${#missing[@]})); then
        say "still missing after the installation: ${missing[*]}"
        return 1
    fi
}

# stdin is closed so that nothing can ask, fd 9 so that no service started by a package keeps our lock.
apt_get() {
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" >&2 </dev/null 9>&-
}

manual_line() {
    local sudo=$1
    shift
    printf '    %sapt-get update && %sapt-get install --no-install-recommends %s\n' "$sudo" "$sudo" "$*" >&2
}
