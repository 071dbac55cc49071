#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Has a node load the server jar, also where its configuration is mounted and where JVM_EXTRA_OPTS is set.
set -euo pipefail
export JVM_EXTRA_OPTS="-Dcassandra.custom_query_handler_class=org.cassandrastats.server.StatsQueryHandler ${JVM_EXTRA_OPTS:-}"
exec docker-entrypoint.sh "$@"
