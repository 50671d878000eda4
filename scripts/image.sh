#!/usr/bin/env bash
# Builds the Dockerfile's targets where there is no Docker engine, with Debian's buildah (as root):
#   apt-get install -y --no-install-recommends buildah podman runc slirp4netns mmdebstrap
#   scripts/image.sh [--folder DIR] [--node FILE]
# `source DIR/environment` then makes podman and buildah use these images, which test/image runs:
#   localhost/lead-sandbox:test           the server
#   localhost/lead-sandbox:harness-test   the server with the Pact verifier
#   localhost/lead-sandbox:foreign-test   the server for the other processor (amd64 or arm64); it cannot run here
#
# The script pulls the base image from its registry. If that fails, it makes a substitute of the same name from
# Debian and the Node binary of --node. The layers on top are the same; the size of the base differs.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${TMPDIR:-/tmp}/lead-sandbox-images
node=$(command -v node)
while [ $# -gt 0 ]; do
  case $1 in
    --folder) folder=${2:?--folder needs a folder} ;;
    --node) node=${2:?--node needs a file} ;;
    *) echo "image.sh: unknown option $1" >&2; exit 2 ;;
  esac
  shift 2
done
for program in buildah podman runc slirp4netns; do
  command -v "$program" > /dev/null && continue
  echo "image.sh: there is no $program. The head of this file says what to install." >&2
  exit 2
done
node=$(realpath "$node")
mkdir -p "$folder"
folder=$(realpath "$folder")
reference=$(sed -n 's/^ARG NODE_IMAGE=//p' Dockerfile)
base=${reference%@*}
case $(uname -m) in
  aarch64 | arm64) here=arm64 foreign=amd64 ;;
  *) here=amd64 foreign=arm64 ;;
esac

# A separate image store, and settings that work in a container without systemd or cgroups v2.
cat > "$folder/storage.conf" <<C
[storage]
driver = "overlay"
graphroot = "$folder/store"
runroot = "$folder/run"
C
cat > "$folder/containers.conf" <<'C'
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
C
cat > "$folder/environment" <<C
export CONTAINERS_CONF=$folder/containers.conf CONTAINERS_STORAGE_CONF=$folder/storage.conf BUILDAH_ISOLATION=chroot
C
. "$folder/environment"

has_image() { buildah inspect --type image "$1" > /dev/null 2>&1; }

stand_in() {
  local container root npm
  container=$(buildah from scratch)
  root=$(buildah mount "$container")
  mmdebstrap --variant=minbase --include=ca-certificates,libstdc++6,libatomic1 bookworm "$root" \
    > "$folder/mmdebstrap.log" 2>&1 || { tail -20 "$folder/mmdebstrap.log"; exit 1; }
  rm -rf "$root"/usr/share/{doc,man,locale}
  install -m755 "$node" "$root/usr/local/bin/node"
  npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -r "$npm" "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  chroot "$root" useradd -m -u 1000 node
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$container"
  buildah commit --rm -q "$container" "$base" > /dev/null
}

if ! has_image "$base"; then
  began=$(date +%s)
  if timeout 60 buildah pull -q "$reference" > /dev/null 2>&1; then
    buildah tag "$reference" "$base"
    echo "base: $reference, pulled in $(($(date +%s) - began)) s"
  else
    echo "base: $base cannot be pulled here, so a stand-in is made from Debian and node $("$node" --version)"
    stand_in
    echo "base: made in $(($(date +%s) - began)) s"
  fi
fi

# The build uses the machine's certificates, npm settings and npm cache. None of them stays in the image.
settings=$folder/npmrc downloads=$(npm config get cache 2> /dev/null)
{ grep -vE '^(//|_)|auth' "$HOME/.npmrc" 2>/dev/null || true; echo 'cafile=/etc/ssl/certs/ca-certificates.crt'; } > "$settings"
mkdir -p "$downloads"

# Buildah before 1.33 does not support --start-interval, which Docker has had since 25.
dockerfile=Dockerfile
printf 'FROM scratch\nHEALTHCHECK --start-interval=1s CMD ["x"]\n' > "$folder/probe"
if ! buildah bud -q --format docker -f "$folder/probe" "$folder/run" > /dev/null 2>&1; then
  echo "This buildah does not know --start-interval: built without it."
  dockerfile=$folder/Dockerfile
  sed 's/ --start-interval=[^ ]*//' Dockerfile > "$dockerfile"
fi

version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
revision=$(git rev-parse HEAD 2> /dev/null || echo unknown)
created=$(git log -1 --format=%cI 2> /dev/null || echo unknown)
described() { "$node" -p "require('./package.json').$1"; }

build() {
  local name=$1 target=$2 began
  shift 2
  began=$(date +%s)
  buildah bud --pull=never --layers --network=host --ulimit nofile=16384:16384 --format docker -f "$dockerfile" --target "$target" \
    --ignorefile .dockerignore --build-arg "VERSION=$version" --build-arg "REVISION=$revision" \
    --build-arg "NODE_IMAGE=$base" --build-arg "CREATED=$created" --build-arg "SOURCE=$(described homepage)" \
    --build-arg "LICENSES=$(described license)" --build-arg "AUTHORS=$(described author)" \
    -v /etc/ssl/certs:/etc/ssl/certs:ro -v "$settings:/root/.npmrc:ro" -v "$downloads:/root/.npm" \
    "$@" -t "localhost/lead-sandbox:$name" . > "$folder/build-$name.log" 2>&1 \
    || { tail -40 "$folder/build-$name.log"; exit 1; }
  echo "localhost/lead-sandbox:$name: built in $(($(date +%s) - began)) s"
}
build test server
build harness-test harness
# Nothing runs in this build, so the base may be for this processor. Only the layers on top are for the other one.
build foreign-test server --platform "linux/$foreign" --build-arg "BUILDPLATFORM=linux/$here"
