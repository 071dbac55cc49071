/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.recent;

import java.util.Map;
import org.cassandrastats.bench.nodes.NodeVariant;

/** How the files of a table are made. */
enum Sstables {
  DEFAULT("as the nodes make them"),
  BIG("big"),
  BIG_4KIB("big, index of 4 KiB"),
  BTI("bti");

  private final String label;

  Sstables(String label) {
    this.label = label;
  }

  /** What a node is started with. */
  NodeVariant variant() {
    return NodeVariant.of(
        switch (this) {
          case DEFAULT -> Map.of();
          case BIG -> Map.of("sstable.selected_format", "big");
          case BIG_4KIB -> Map.of("sstable.selected_format", "big", "column_index_size", "4KiB");
          case BTI -> Map.of("sstable.selected_format", "bti");
        });
  }

  @Override
  public String toString() {
    return label;
  }
}
