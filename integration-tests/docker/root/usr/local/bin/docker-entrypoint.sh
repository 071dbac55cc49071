#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Understands the environment variables CASSANDRA_* that the entry point of the official image documents:
# CASSANDRA_LISTEN_ADDRESS, _BROADCAST_ADDRESS, _RPC_ADDRESS, _BROADCAST_RPC_ADDRESS, _SEEDS, _CLUSTER_NAME, _NUM_TOKENS,
# _ENDPOINT_SNITCH, _DC and _RACK. As there, a variable replaces a line that the configuration has, and adds none.
set -euo pipefail

if [ $# -eq 0 ] || [[ $1 == -* ]]; then
  set -- cassandra -f "$@"
fi
if [ "$1" != cassandra ]; then
  exec "$@"
fi

# Volumes and copied files belong to root at first.
if [ "$(id -u)" = 0 ]; then
  chown -R cassandra: /var/lib/cassandra /var/log/cassandra "$CASSANDRA_CONF"
  exec gosu cassandra "${BASH_SOURCE[0]}" "$@"
fi

# replace FILE EXPRESSION: a file that is mounted can be written, but not moved.
replace() {
  local text
  text=$(sed -r "$2" "$1")
  printf '%s\n' "$text" >"$1"
}

own_address=$(hostname -I | cut -d ' ' -f 1)
listen=${CASSANDRA_LISTEN_ADDRESS:-auto}
[ "$listen" != auto ] || listen=$own_address
broadcast=${CASSANDRA_BROADCAST_ADDRESS:-$listen}
[ "$broadcast" != auto ] || broadcast=$own_address

yaml=$CASSANDRA_CONF/cassandra.yaml
declare -A settings=(
  [listen_address]=$listen
  [broadcast_address]=$broadcast
  [rpc_address]=${CASSANDRA_RPC_ADDRESS:-0.0.0.0}
  [broadcast_rpc_address]=${CASSANDRA_BROADCAST_RPC_ADDRESS:-$broadcast}
  [cluster_name]=${CASSANDRA_CLUSTER_NAME:-}
  [num_tokens]=${CASSANDRA_NUM_TOKENS:-}
  [endpoint_snitch]=${CASSANDRA_ENDPOINT_SNITCH:-}
)
replace "$yaml" "s|(- seeds:).*|\1 \"${CASSANDRA_SEEDS:-$broadcast}\"|"
for key in "${!settings[@]}"; do
  [ -z "${settings[$key]}" ] || replace "$yaml" "s|^(# )?($key:).*|\2 ${settings[$key]}|"
done

place=$CASSANDRA_CONF/cassandra-rackdc.properties
[ -z "${CASSANDRA_DC:-}" ] || replace "$place" "s|^(dc=).*|\1$CASSANDRA_DC|"
[ -z "${CASSANDRA_RACK:-}" ] || replace "$place" "s|^(rack=).*|\1$CASSANDRA_RACK|"

exec "$@"
