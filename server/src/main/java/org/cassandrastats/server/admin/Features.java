/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.admin;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/** What the jar does on this node, with which setting, and what of it is not done, and why. */
public final class Features {
  /** The state of a feature that has an effect. */
  public static final String ACTIVE = "active";

  /** What properties of the jar begin with. */
  private static final String PREFIX = "cassandra.stats.";

  private final Map<String, Feature> byName = new ConcurrentSkipListMap<>();

  /**
   * Adds a feature.
   *
   * @param name of the feature, or of the property that sets it
   * @param value its setting at the moment; null without
   * @param state {@link #ACTIVE}, or why it has no effect at the moment
   */
  public void add(String name, Supplier<?> value, Supplier<String> state) {
    byName.put(
        name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name,
        new Feature(value, state));
  }

  /** Adds a feature that has no effect, whatever its property says. */
  public void addMissing(String property, String reason) {
    add(property, () -> System.getProperty(property), () -> reason);
  }

  /** Shows each feature, in the order of their names. */
  void forEach(Row row) {
    byName.forEach(
        (name, feature) -> {
          Object value = feature.value.get();
          row.accept(name, value == null ? null : value.toString(), feature.state.get());
        });
  }

  /** Takes name, value and state of a feature. */
  interface Row {
    void accept(String name, String value, String state);
  }

  private static final class Feature {
    private final Supplier<?> value;
    private final Supplier<String> state;

    Feature(Supplier<?> value, Supplier<String> state) {
      this.value = value;
      this.state = state;
    }
  }
}
