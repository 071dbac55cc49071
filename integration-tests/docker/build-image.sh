#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

usage() {
  cat <<END
Builds a Docker image of Cassandra $cassandra_version that takes the place of the official cassandra:5.0 where that
cannot be pulled: out of Debian packages (debootstrap, JRE 17), Maven artifacts (cassandra-all) and
cqlsh from PyPI.

Usage: build-image.sh [--force] [--tag NAME:TAG] [--mirror URL] [--suite NAME]

  --force         build also where the engine has an image of the same inputs
  --tag NAME:TAG  of the image; by default $tag
  --mirror URL    of Debian packages; by default $mirror
  --suite NAME    of Debian, one that has a JRE 17; by default $suite
  --help          this text

Needs root, debootstrap, python3 with its module venv, a JDK 17 and a Docker engine that answers. It asks nothing, takes
one to three minutes, and leaves nothing behind but the image and what Maven keeps in its repository.
END
}

cassandra_version=5.0.9
cqlsh_requirement=cqlsh==6.2.2
sasl_requirement=pure-sasl==0.6.2
label=org.cassandrastats.inputs
tag=cassandra-stats/cassandra:$cassandra_version
mirror=http://deb.debian.org/debian
suite=bookworm
packages=openjdk-17-jre-headless,python3,procps,gosu,libjemalloc2
force=no

fail() {
  printf 'build-image: %s\n' "$1" >&2
  exit 1
}

started=$SECONDS
say() {
  printf 'build-image: %3d s  %s\n' $((SECONDS - started)) "$1"
}

while [ $# -gt 0 ]; do
  case $1 in
    --force) force=yes ;;
    --help | -h) usage; exit 0 ;;
    --tag | --mirror | --suite)
      [ $# -ge 2 ] || fail "$1 needs a value; --help tells more"
      declare "${1#--}=$2"
      shift ;;
    *) fail "unknown argument $1; --help lists those that there are" ;;
  esac
  shift
done

here=$(CDPATH='' cd -- "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
project=$(cd "$here/../.." && pwd -P)
node_files=$project/localcluster/src/main/resources/org/cassandrastats/localcluster/node

command -v docker >/dev/null || fail "docker is missing; on Debian and Ubuntu: apt-get install docker.io"
engine=$(docker version --format '{{.Server.Version}}' 2>&1) ||
  fail "no Docker engine answers; start one (dockerd) or set DOCKER_HOST. It said: $engine"

inputs=$(
  {
    echo "$cassandra_version $cqlsh_requirement $sasl_requirement $mirror $suite $packages"
    cd "$here"
    find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    cat "$node_files/jvm.options" "$node_files/jvm17.options" | sha256sum
  } | sha256sum | cut -d ' ' -f 1
)
present=$(docker image inspect --format "{{index .Config.Labels \"$label\"}}" "$tag" 2>/dev/null || true)
if [ "$present" = "$inputs" ] && [ "$force" = no ]; then
  say "$tag is there already, of the same inputs; --force builds it anew"
  exit 0
fi

[ "$(id -u)" = 0 ] || fail "debootstrap needs root; run this script as root or with sudo"
command -v debootstrap >/dev/null || fail "debootstrap is missing; on Debian and Ubuntu: apt-get install debootstrap"
python3 -c 'import ensurepip, venv' 2>/dev/null ||
  fail "python3 with its module venv is missing; on Debian and Ubuntu: apt-get install python3-venv"

work=$(mktemp -d "${TMPDIR:-/tmp}/cassandra-image.XXXXXX")
root=$work/root
clean_up() {
  # debootstrap mounts these, and unmounts them unless it is interrupted.
  umount "$root/proc" "$root/sys" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# step DESCRIPTION COMMAND...: its output is shown only if it fails.
step() {
  say "$1"
  shift
  # Beside this shell, a function that is a step ends at its first failing command, too.
  "$@" >"$work/log" 2>&1 </dev/null &
  if ! wait $!; then
    tail -n 30 "$work/log" >&2
    fail "this failed: $*"
  fi
}

step "Debian $suite with a JRE 17, from $mirror" \
  debootstrap --variant=minbase --include="$packages" "$suite" "$root" "$mirror"

step "Cassandra $cassandra_version, from Maven's repositories" \
  "$project/mvnw" --batch-mode --file "$here/class-path-pom.xml" -Dcassandra.version="$cassandra_version" \
  -DincludeScope=runtime -DoutputDirectory="$root/opt/cassandra/lib" \
  org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies

python_of_image=$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')

# The wheels are those for the image's Python, whatever the Python here is.
install_cqlsh() {
  local pip=$work/venv/bin/pip machine
  machine=$(uname -m)
  python3 -m venv "$work/venv"
  # Of this one there is no wheel for Python 3.
  "$pip" --disable-pip-version-check wheel --no-deps --wheel-dir "$work/wheels" "$sasl_requirement"
  "$pip" --disable-pip-version-check install --target "$root/opt/cqlsh" --find-links "$work/wheels" \
    --only-binary=:all: --implementation cp --python-version "$python_of_image" \
    --platform "manylinux2014_$machine" --platform "manylinux_2_17_$machine" --platform "manylinux_2_28_$machine" \
    "$cqlsh_requirement"
}
step "$cqlsh_requirement for Python $python_of_image, from PyPI" install_cqlsh

configure() {
  cp -R "$here/root/." "$root/"
  # How long a node waits for others is for those to say that start it.
  for file in jvm.options jvm17.options; do
    grep --invert-match '^-Dcassandra' "$node_files/$file" >"$root/etc/cassandra/$file"
  done
  chroot "$root" useradd --system --home-dir /var/lib/cassandra --uid 999 --user-group cassandra
  mkdir -p "$root/var/lib/cassandra" "$root/var/log/cassandra"
  chroot "$root" chown -R cassandra: /etc/cassandra /var/lib/cassandra /var/log/cassandra
  ln -s /etc/cassandra "$root/opt/cassandra/conf"
  chroot "$root" apt-get clean
  rm -rf "$root"/var/lib/apt/lists/* "$root"/var/log/*.log "$root"/usr/share/doc/* "$root"/usr/share/man/*
  rm -f "$root/etc/resolv.conf" "$root/etc/hostname"
}
step "Configuration and scripts" configure

make_image() {
  mkdir "$work/context"
  cp "$here/Dockerfile" "$work/context/"
  tar --create --file "$work/context/root.tar" --directory "$root" --one-file-system --numeric-owner .
  # Without an image to start from, the plain builder does, which every engine has.
  DOCKER_BUILDKIT=0 docker build --tag "$tag" --label "$label=$inputs" "$work/context"
}
step "Image $tag" make_image

step "A first look: cqlsh and Java inside" \
  docker run --rm "$tag" sh -c 'cqlsh --version && java -version && ls /opt/cassandra/lib/cassandra-all-*.jar'
say "$tag is ready, $(docker image inspect --format '{{.Size}}' "$tag" | awk '{printf "%.0f MB", $1 / 1e6}')"
