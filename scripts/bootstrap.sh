# Sourced by ./heddle, ./test and .ci/run: installs what is missing, configures and builds.
# Expects $root, the checkout. Writes to standard error only.

say() { printf 'heddle: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

[[ ${HEDDLE_JOBS:-1} =~ ^[1-9][0-9]{0,3}$ ]] ||
  die "HEDDLE_JOBS is '$HEDDLE_JOBS': it must be a whole number from 1 to 9999"

# Packages of the given kinds (see scripts/packages), one entry per line.
packages_of() {
  local kind package
  while read -r kind package; do
    [[ " $* " == *" $kind "* ]] && printf '%s\n' "$package"
  done <"$root/scripts/packages"
  return 0
}

is_installed() {
  [[ $(dpkg-query -W -f='${db:Status-Status}' -- "$1" 2>/dev/null) == installed ]]
}

# The package to install for an entry, or nothing when one of its alternatives is there.
missing_of() {
  local alternatives=() one
  IFS='|' read -ra alternatives <<<"$1"
  for one in "${alternatives[@]}"; do
    is_installed "$one" && return
  done
  for one in "${alternatives[@]}"; do
    [[ -n $(apt-cache search --names-only "^${one//+/\\+}\$" 2>/dev/null) ]] && break
  done
  printf '%s\n' "$one"
}

missing_packages() {
  local entry
  for entry in $(packages_of "$@"); do missing_of "$entry"; done
}

# require_packages KIND...
require_packages() {
  local missing
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "not a Debian system; if the build fails, install what these packages hold:" \
      $(packages_of "$@")
    return 0
  fi
  missing=$(missing_packages "$@")
  [[ -n $missing ]] || return 0
  if ((EUID != 0)); then
    say "some packages are missing; install them with"
    printf '  sudo apt-get update && sudo apt-get install --no-install-recommends -y %s\n' "${missing//$'\n'/ }" >&2
    exit 1
  fi
  install_packages "$@"
}

apt_quietly() {
  DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 \
    -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@" \
    </dev/null >>"$apt_log" 2>&1
}

install_packages() {
  local missing apt_log
  apt_log=$(mktemp) || die "cannot write to ${TMPDIR:-/tmp}: is the disk full?"
  missing=$(missing_packages "$@")
  say "installing ${missing//$'\n'/ }"
  # The package lists may be missing or stale: then the first attempt fails, and the second has
  # fresh ones.
  if ! apt_quietly install --no-install-recommends -y $missing; then
    apt_quietly update || true
    missing=$(missing_packages "$@")
    if ! apt_quietly install --no-install-recommends -y $missing; then
      cat "$apt_log" >&2
      rm -f "$apt_log"
      die "apt-get could not install the packages; its messages stand above"
    fi
  fi
  rm -f "$apt_log"
}

require_command() {
  command -v "$1" >/dev/null || die "there is no $2 on the PATH ($1)"
}

# Shows ninja's output as one line that is rewritten on a terminal, and as one line in all
# elsewhere; keeps all of it in the file $1.
show_progress() {
  local log=$1 line announced= start=$SECONDS
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line == '['*']'* && $line != *Re-checking* ]] || continue
    if [[ -t 2 ]]; then
      printf '\rheddle: building %s %d s\033[K' "${line%%]*}]" $((SECONDS - start)) >&2
    elif [[ -z $announced ]]; then
      say "building heddle ..."
    fi
    announced=1
  done
  if [[ -n $announced && -t 2 ]]; then printf '\r\033[K' >&2; fi
}

die_if_full() {
  ! grep -q "No space left on device" "$1" || die "the build failed: the disk with $root is full"
}

fail_with_log() {
  sed -n '/^FAILED: /,$ { /^\[[0-9]*\/[0-9]*\]/!p }' "$1" >&2
  grep -q '^FAILED: ' "$1" || tail -n 40 "$1" >&2
  die_if_full "$1"
  if grep -q 'Killed signal' "$1"; then
    die "the build failed: the compiler was killed, most likely for want of memory; try" \
      "HEDDLE_JOBS=1"
  fi
  die "the build failed (all output: $1)"
}

# What a build folder is good for: a moved or copied checkout, or another release of Debian with
# other libraries, needs a new one.
identity() {
  local system=
  read -r system 2>/dev/null </etc/debian_version || true
  printf '%s\n' "$root $system"
}

# is_configured FOLDER -DNAME=VALUE...
is_configured() {
  local folder=$1 option
  shift
  [[ -f $folder/build.ninja && -f $folder/configured ]] || return 1
  [[ $(<"$folder/configured") == "$(identity)" ]] || return 1
  [[ ! $root/scripts/packages -nt $folder/configured ]] || return 1
  for option in "$@"; do
    option=${option#-D}
    grep -q "^${option%%=*}:[A-Z]*=${option#*=}\$" "$folder/CMakeCache.txt" || return 1
  done
}

# configure FOLDER PRESET "KIND..." -DNAME=VALUE...: with packages of these kinds
configure() {
  local folder=$1 preset=$2 kinds=$3
  shift 3
  ! is_configured "$folder" "$@" || return 0
  require_packages $kinds
  require_command cmake CMake
  require_command ninja Ninja
  if [[ ! -f $folder/configured || $(<"$folder/configured") != "$(identity)" ]]; then
    rm -rf "$folder" 2>/dev/null || die "cannot write to $folder"
  fi
  mkdir -p "$folder" 2>/dev/null || die "cannot write to $folder"
  if ! (cd "$root" && cmake --preset "$preset" "$@") >"$folder/configure.log" 2>&1; then
    cat "$folder/configure.log" >&2
    rm -f "$folder/CMakeCache.txt"
    die_if_full "$folder/configure.log"
    if grep -q 'CMAKE_CXX_COMPILER' "$folder/configure.log"; then
      die "CMake found no working C++ compiler"
    fi
    die "CMake failed; its messages stand above"
  fi
  identity >"$folder/configured" || die "cannot write to $folder: is the disk full?"
}

# build FOLDER TARGET...
build() {
  local folder=$1 log=$1/build.log
  shift
  : 2>/dev/null >"$log" || die "cannot write to $folder: is the disk full?"
  NINJA_STATUS='[%f/%t] ' ninja -C "$folder" ${HEDDLE_JOBS:+-j "$HEDDLE_JOBS"} "$@" 2>&1 \
    </dev/null | show_progress "$log" || fail_with_log "$log"
}

# Holds the lock of the build folders until release_build: one build at a time.
lock_build() {
  mkdir -p "$root/build" 2>/dev/null || die "cannot write to $root/build"
  { exec 9>"$root/build/lock"; } 2>/dev/null || die "cannot write to $root/build"
  flock 9
}
release_build() { exec 9>&-; }
