/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import javax.management.MXBean;

/** What JMX shows of direct reads, and lets change, on this node until it is restarted. */
@MXBean
public interface DirectReadsControl {
  /** The name under which it is registered. */
  String NAME = "org.cassandrastats:type=DirectReads";

  /** Whether direct reads are turned on. */
  boolean isEnabled();

  /** Turns direct reads on or off, for pages that are read from now on; on forgets an error. */
  void setEnabled(boolean enabled);

  /** Whether columns that no aggregate needs are left unread. */
  boolean isFewerColumns();

  /** Leaves such columns unread, or reads them as Cassandra does, from now on. */
  void setFewerColumns(boolean fewerColumns);

  /** Whether an unexpected error has turned direct reads off. */
  boolean isFailed();

  /** The unexpected error that turned direct reads off; null where there was none. */
  String getError();

  /** How many statements were prepared for direct reads of their pages. */
  long getStatements();

  /** How many statements left columns unread. */
  long getFewerColumnsStatements();

  /** How many pages were handed over directly. */
  long getPages();

  /** How many of these pages were handed over as arrays of values, which were taken out of rows. */
  long getArrayPages();

  /** How many rows and range tombstones these pages had, or rows of which arrays were filled. */
  long getRows();

  /** How many pages were too large, or found no memory, and were answered in Cassandra's way. */
  long getSpilledPages();

  /** Bytes that are reserved at this moment for pages that are read and aggregated. */
  long getHeldBytes();

  /** Bytes that are reserved at this moment for pages that are being written in Cassandra's way. */
  long getSpillingBytes();

  /** Bytes that may be reserved for both at a time. */
  long getLargestHeldBytes();

  /** Changes how many bytes may be reserved at a time; 0 leaves every page to Cassandra. */
  void setLargestHeldBytes(long bytes);
}
