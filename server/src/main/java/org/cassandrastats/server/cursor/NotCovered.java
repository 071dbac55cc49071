/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

/** Something that only Cassandra itself reads. The page is left to it; nothing is wrong. */
public final class NotCovered extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotCovered(String what) {
    super(what, null, false, false);
  }

  /** An unexpected error, which is the cause. */
  NotCovered(Throwable unexpected) {
    super(unexpected.toString(), unexpected, false, false);
  }
}
