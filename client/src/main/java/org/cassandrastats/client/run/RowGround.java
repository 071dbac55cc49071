/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The one row that a whole primary key names. */
final class RowGround implements Ground {
  private final Reading reading;

  RowGround(Reading reading) {
    this.reading = reading;
  }

  @Override
  public Stretch look(double from, double until, int limit) {
    return new Stretch(
        new Look(from, from, until, 1, true), reading.insidePartition(), Set.of(), List.of());
  }

  @Override
  public Optional<Duration> timeSpan() {
    return Optional.empty();
  }
}
