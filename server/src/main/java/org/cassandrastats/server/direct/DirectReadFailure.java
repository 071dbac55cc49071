/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import org.apache.cassandra.transport.ServerError;

/** An error of ours after a part of the rows was handed over, which ends the request. */
final class DirectReadFailure extends ServerError {
  private static final long serialVersionUID = 1;

  DirectReadFailure(Throwable unexpected) {
    super(
        "cassandra-stats has turned its direct reads off after an unexpected error: send this"
            + " statement again, which Cassandra then reads by itself ("
            + unexpected
            + ")");
    initCause(unexpected);
  }
}
