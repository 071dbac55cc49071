/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.concurrent.atomic.LongAdder;
import org.cassandrastats.server.admin.Features;
import org.cassandrastats.server.batch.RowPages;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.limit.MemoryUse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether rows are handed over directly, and how often they were. */
final class PathSwitch implements DirectReadsControl, RowPages {
  /** The property that turns direct reads on or off when the node starts. */
  static final String PROPERTY = "cassandra.stats.direct_reads";

  /** The property that says whether columns that no aggregate needs are left unread. */
  static final String FEWER_COLUMNS_PROPERTY = "cassandra.stats.fewer_columns";

  /** The property that says how many bytes held pages may take; a 32nd of the heap without. */
  static final String MEMORY_PROPERTY = "cassandra.stats.direct_reads_memory";

  private static final String OFF = "turned off";

  private static final Logger LOGGER = LoggerFactory.getLogger(PathSwitch.class);

  private final MemoryBudget budget;
  private final LongAdder statements = new LongAdder();
  private final LongAdder pages = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private final LongAdder arrayPages = new LongAdder();
  private final LongAdder spilledPages = new LongAdder();
  private final LongAdder fewerColumnsStatements = new LongAdder();
  private volatile boolean enabled;
  private volatile boolean fewerColumns;
  private volatile String error;

  PathSwitch(MemoryBudget budget, boolean enabled, boolean fewerColumns) {
    this.budget = budget;
    this.enabled = enabled;
    this.fewerColumns = fewerColumns;
  }

  /** Shows what of it is active. */
  void addTo(Features features) {
    features.add(PROPERTY, this::isEnabled, () -> enabled ? withoutError() : OFF);
    features.add(
        FEWER_COLUMNS_PROPERTY, this::isFewerColumns, () -> fewerColumns ? withoutError() : OFF);
    features.add(MEMORY_PROPERTY, this::getLargestHeldBytes, this::ifDirect);
  }

  private String withoutError() {
    String unexpected = error;
    return unexpected == null ? Features.ACTIVE : OFF + " after an error: " + unexpected;
  }

  private String ifDirect() {
    return isOn() ? Features.ACTIVE : "nothing is read directly";
  }

  boolean isOn() {
    return enabled && error == null;
  }

  @Override
  public boolean fillsBatches() {
    return isOn();
  }

  boolean fetchesFewerColumns() {
    return fewerColumns && error == null;
  }

  /**
   * Turns the path off after an unexpected error. What was asked is answered by Cassandra alone
   * from here on.
   */
  @Override
  public void trip(Throwable unexpected) {
    boolean first;
    synchronized (this) {
      first = error == null;
      if (first) {
        error = unexpected.toString();
      }
    }
    if (first) {
      LOGGER.error(
          "cassandra-stats has turned its direct reads off after an error: aggregations go on as"
              + " Cassandra itself does them. Please report it",
          unexpected);
    }
  }

  /** Turns the path off after an error that ends the request. */
  DirectReadFailure failed(Throwable unexpected) {
    trip(unexpected);
    return new DirectReadFailure(unexpected);
  }

  @Override
  public void statement() {
    statements.increment();
  }

  void fewerColumns() {
    fewerColumnsStatements.increment();
  }

  /** A page of so many rows and range tombstones was handed over, or its values. */
  void held(int size) {
    pages.increment();
    rows.add(size);
  }

  @Override
  public void taken(int size) {
    arrayPages.increment();
    held(size);
  }

  void spilled() {
    spilledPages.increment();
  }

  @Override
  public boolean isEnabled() {
    return enabled;
  }

  @Override
  public void setEnabled(boolean newEnabled) {
    enabled = newEnabled;
    if (newEnabled) {
      error = null;
    }
  }

  @Override
  public boolean isFewerColumns() {
    return fewerColumns;
  }

  @Override
  public void setFewerColumns(boolean newFewerColumns) {
    fewerColumns = newFewerColumns;
  }

  @Override
  public boolean isFailed() {
    return error != null;
  }

  @Override
  public String getError() {
    return error;
  }

  @Override
  public long getStatements() {
    return statements.sum();
  }

  @Override
  public long getFewerColumnsStatements() {
    return fewerColumnsStatements.sum();
  }

  @Override
  public long getPages() {
    return pages.sum();
  }

  @Override
  public long getArrayPages() {
    return arrayPages.sum();
  }

  @Override
  public long getRows() {
    return rows.sum();
  }

  @Override
  public long getSpilledPages() {
    return spilledPages.sum();
  }

  @Override
  public long getHeldBytes() {
    return budget.used(MemoryUse.HELD);
  }

  @Override
  public long getSpillingBytes() {
    return budget.used(MemoryUse.SPILLING);
  }

  @Override
  public long getLargestHeldBytes() {
    return budget.limit();
  }

  @Override
  public void setLargestHeldBytes(long bytes) {
    budget.setLimit(bytes);
  }
}
