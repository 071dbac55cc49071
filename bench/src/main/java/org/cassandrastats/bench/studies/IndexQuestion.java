/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A question about the records of one kind, and how they are found. */
record IndexQuestion(IndexAnswer answer, IndexShare share, IndexWay way) {
  static List<IndexQuestion> all() {
    List<IndexQuestion> all = new ArrayList<>();
    for (IndexAnswer answer : IndexAnswer.values()) {
      for (IndexShare share : IndexShare.values()) {
        for (IndexWay way : IndexWay.values()) {
          all.add(new IndexQuestion(answer, share, way));
        }
      }
    }
    return all;
  }

  /** The same question, answered by reading everything. */
  IndexQuestion scanned() {
    return new IndexQuestion(answer, share, IndexWay.SCAN);
  }

  String cql() {
    return "SELECT %s FROM %s WHERE kind = %d%s"
        .formatted(answer.selectors(), way.table(), share.kind(), way.clause());
  }

  Map<String, String> cell(String lane) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("answer", answer.toString());
    cell.put("share", share.toString());
    cell.put("way", way.toString());
    return cell;
  }
}
