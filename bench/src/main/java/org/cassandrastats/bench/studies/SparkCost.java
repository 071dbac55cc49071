/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is to be done once before Spark can be asked.
 *
 * @param way whose copy is made; null for starting Spark
 * @param extent the table that is copied; null for starting Spark
 */
record SparkCost(SparkWay way, Extent extent) {
  static final SparkCost START = new SparkCost(null, null);

  static List<SparkCost> all() {
    List<SparkCost> all = new ArrayList<>(List.of(START));
    for (SparkWay way : List.of(SparkWay.PARQUET, SparkWay.CACHED)) {
      for (Extent extent : Extent.values()) {
        all.add(new SparkCost(way, extent));
      }
    }
    return all;
  }

  String what() {
    if (way == null) {
      return "start Spark";
    }
    return way == SparkWay.PARQUET ? "write Parquet" : "cache";
  }

  Map<String, String> cell(String lane) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("rows", extent == null ? "-" : extent.toString());
    cell.put("once", what());
    return cell;
  }
}
