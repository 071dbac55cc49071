/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The use of the functions of the catalogue: one entry for each name, and so bounded. */
public final class FunctionUses {
  private final ConcurrentMap<String, FunctionUse> byName = new ConcurrentHashMap<>();

  /** The use of the functions of a name of the catalogue, which share it. */
  public FunctionUse of(String name) {
    return byName.computeIfAbsent(name, FunctionUse::new);
  }

  /** Those that were called. */
  List<FunctionUse> used() {
    List<FunctionUse> used = new ArrayList<>();
    for (FunctionUse use : byName.values()) {
      if (use.isUsed()) {
        used.add(use);
      }
    }
    return used;
  }
}
