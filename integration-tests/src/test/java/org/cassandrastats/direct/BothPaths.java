/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import java.util.List;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Scratch;

/** Asks a node the same with direct reads and without. */
final class BothPaths {
  private final Scratch db;
  private final NodeBean jmx;
  private final String context;
  private final boolean oneNode;

  /**
   * Asks about the tables of a keyspace on one node.
   *
   * @param context is told where answers differ
   */
  BothPaths(Scratch db, NodeBean jmx, String context) {
    this(db, jmx, context, true);
  }

  /**
   * Asks about the tables of a keyspace.
   *
   * @param oneNode whether one node has all replicas. Of several, those that have answered when a
   *     page is full or the request has failed are a matter of time; so are their warnings and
   *     their number, which are not compared then.
   */
  BothPaths(Scratch db, NodeBean jmx, String context, boolean oneNode) {
    this.db = db;
    this.jmx = jmx;
    this.context = context;
    this.oneNode = oneNode;
  }

  /**
   * A question.
   *
   * @param cql a query, in which {@code %s} stands for the keyspace
   * @param pageSize rows per page
   * @param nowInSeconds the time that decides what has expired
   * @param prepared whether it is prepared first
   * @param consistency how many replicas are asked
   */
  record Question(
      String cql, int pageSize, int nowInSeconds, boolean prepared, ConsistencyLevel consistency) {
    Question(String cql, int pageSize) {
      this(cql, pageSize, now(), false, ConsistencyLevel.LOCAL_ONE);
    }
  }

  /** In seconds since 1970. */
  static int now() {
    return Math.toIntExact(System.currentTimeMillis() / 1000);
  }

  /**
   * Asserts that answers are alike with direct reads and without: columns, bytes of all rows,
   * warnings or error.
   *
   * @param covered whether the direct path is to be taken where it is on
   */
  LaneAnswer assertSame(Question question, boolean covered) {
    // What the row cache holds after a request shows in the bytes that a warning names.
    jmx.set("Enabled", false);
    answer(question);
    LaneAnswer expected = with(false, "Enabled", "Statements", false, question);
    LaneAnswer found = with(true, "Enabled", "Statements", covered, question);
    assertThat(found).as("%s, %s", question, context).isEqualTo(expected);
    return expected;
  }

  /**
   * Asserts that answers are alike with all columns and with fewer. What is not read gives no
   * warnings.
   *
   * @param narrow whether columns are to be left out where that is on
   */
  LaneAnswer assertSameOfFewerColumns(Question question, boolean narrow) {
    String counter = "FewerColumnsStatements";
    LaneAnswer expected = with(false, "FewerColumns", counter, false, question);
    LaneAnswer found = with(true, "FewerColumns", counter, narrow, question);
    assertThat(found.rows()).as("%s, %s", question, context).isEqualTo(expected.rows());
    assertThat(found.columns()).isEqualTo(expected.columns());
    assertThat(found.error()).isEqualTo(expected.error());
    return expected;
  }

  /** Asserts that answers are alike with cursors and without. */
  LaneAnswer assertSameOfCursors(Question question, NodeBean cursors) {
    cursors.set("Enabled", false);
    LaneAnswer expected = answer(question);
    cursors.set("Enabled", true);
    assertThat(answer(question)).as("%s, %s", question, context).isEqualTo(expected);
    assertThat(cursors.get("Error")).as("%s, %s", question, context).isNull();
    return expected;
  }

  private LaneAnswer with(
      boolean on, String attribute, String counter, boolean counted, Question question) {
    jmx.set(attribute, on);
    long before = jmx.count(counter);
    LaneAnswer answer = answer(question);
    // What is no statement is refused before anybody could take it.
    boolean refused = answer.failed() && answer.error().startsWith("InvalidQuery");
    assertThat(jmx.count(counter) > before)
        .as("%s is %s: %s, %s, %s", attribute, on, question, context, answer)
        .isEqualTo(counted && !refused);
    assertThat(jmx.get("Error")).as("%s, %s", question, context).isNull();
    return answer;
  }

  private LaneAnswer answer(Question question) {
    String cql = db.in(question.cql());
    try {
      Statement<?> statement =
          question.prepared() ? db.session().prepare(cql).bind() : SimpleStatement.newInstance(cql);
      return comparable(
          LaneAnswer.of(
              db.session()
                  .execute(
                      statement
                          .setConsistencyLevel(question.consistency())
                          .setPageSize(question.pageSize())
                          .setNowInSeconds(question.nowInSeconds())),
              InstalledPack.KEYSPACE));
    } catch (CoordinatorException refused) {
      return comparable(LaneAnswer.of(refused, InstalledPack.KEYSPACE));
    }
  }

  /** Cassandra keeps warnings in no order. */
  private LaneAnswer comparable(LaneAnswer answer) {
    List<String> warnings = oneNode ? answer.warnings().stream().sorted().toList() : List.of();
    String error =
        oneNode || answer.error() == null
            ? answer.error()
            : answer.error().replaceAll("\\d+ failed", "some failed");
    return new LaneAnswer(answer.columns(), answer.rows(), warnings, error);
  }
}
