/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A way to read a partition.
 *
 * @param slices how many requests there are, of equal parts; 1 is the whole partition, which is the
 *     same in any order
 */
record Slicing(SliceAnswer answer, SliceWay way, int slices) {

  /** The rows from one number (inclusive) to another (exclusive). */
  record Slice(long from, long to) {}

  /** All ways up to a number of slices. */
  static List<Slicing> all(int maxSlices) {
    List<Slicing> all = new ArrayList<>();
    for (SliceAnswer answer : SliceAnswer.values()) {
      for (SliceWay way : SliceWay.values()) {
        counts(maxSlices).stream()
            .filter(count -> count > 1 || way == SliceWay.SEQUENCE)
            .forEach(count -> all.add(new Slicing(answer, way, count)));
      }
    }
    return all;
  }

  /** The powers of two up to the largest. */
  static List<Integer> counts(int maxSlices) {
    List<Integer> counts = new ArrayList<>();
    for (int count = 1; count <= maxSlices; count *= 2) {
      counts.add(count);
    }
    return counts;
  }

  /** The slice of everything. */
  static Slicing whole(SliceAnswer answer) {
    return new Slicing(answer, SliceWay.SEQUENCE, 1);
  }

  /** Slices of nearly the same number of rows, which are all rows together. */
  List<Slice> of(int rows) {
    List<Slice> parts = new ArrayList<>();
    for (int part = 0; part < slices; part++) {
      parts.add(new Slice((long) rows * part / slices, (long) rows * (part + 1) / slices));
    }
    return parts;
  }

  Map<String, String> cell(String lane) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("answer", answer.toString());
    cell.put("order", slices == 1 ? "whole" : way.toString());
    cell.put("slices", Integer.toString(slices));
    return cell;
  }
}
