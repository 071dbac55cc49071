/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.time.TimestampGenerator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Timestamps of writes in microseconds, each above the one before. The driver's own generator calls
 * the C library for them, or takes milliseconds.
 */
public final class MicrosecondTimestamps implements TimestampGenerator {
  private final AtomicLong last = new AtomicLong();

  /** For the driver, which makes it by reflection. */
  public MicrosecondTimestamps(DriverContext context) {}

  @Override
  public long next() {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    return last.updateAndGet(before -> Math.max(now, before + 1));
  }

  @Override
  public void close() {}
}
