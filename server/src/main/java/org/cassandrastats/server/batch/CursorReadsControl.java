/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import javax.management.MXBean;

/** Shows what was read by cursors over SSTables, and turns them on and off, over JMX. */
@MXBean
public interface CursorReadsControl {
  /** The name of the bean. */
  String NAME = "org.cassandrastats:type=CursorReads";

  /** Whether cursor reads are turned on. */
  boolean isEnabled();

  /** Turns cursor reads on or off, for pages that are read from now on; on forgets an error. */
  void setEnabled(boolean enabled);

  /** One page of so many is read in Cassandra's way, too, and compared; 0 for none. */
  int getCheckedEvery();

  /** Sets that, for pages that are read from now on. */
  void setCheckedEvery(int pages);

  /** Whether an error or a difference has turned cursor reads off. */
  boolean isFailed();

  /** The error or difference that turned cursor reads off; null where there was none. */
  String getError();

  /** How many pages were read by a cursor. */
  long getPages();

  /** How many rows these pages had. */
  long getRows();

  /** How many pages a cursor has left to Cassandra. */
  long getLeftPages();

  /** Why it left the last of them. */
  String getLeftBecause();
}
