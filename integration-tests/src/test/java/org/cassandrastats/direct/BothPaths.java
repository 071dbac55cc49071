/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Scratch;

/** Asks a node the same with direct reads and without. */
final class BothPaths {
  /** More rows than any answer has that a small page is asked of. */
  private static final int ONE_PAGE = 5000;

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

    private Question inOnePage() {
      return new Question(cql, ONE_PAGE, nowInSeconds, prepared, consistency);
    }
  }

  /** In seconds since 1970. */
  static int now() {
    return Math.toIntExact(System.currentTimeMillis() / 1000);
  }

  /** What a node answers, and behind each of its pages where the client goes on. */
  private record Answer(LaneAnswer lane, List<ByteBuffer> pagingStates) {}

  /**
   * Asserts that answers are alike with direct reads and without: columns, bytes of all rows,
   * warnings or error, and the states of paging.
   *
   * @param covered whether the direct path is to be taken where it is on
   */
  LaneAnswer assertSame(Question question, boolean covered) {
    Answer expected = answerInCassandrasWay(question);
    Answer found = with(true, "Enabled", "Statements", covered, question);
    return assertSame(question, expected, found);
  }

  /**
   * Asserts the same of a question that may be covered or not.
   *
   * @return how many pages were handed over as arrays
   */
  long countArraysOfSame(Question question) {
    Answer expected = answerInCassandrasWay(question);
    jmx.set("Enabled", true);
    long before = jmx.count("ArrayPages");
    assertSame(question, expected, answer(question));
    assertThat(jmx.get("Error")).as("%s, %s", question, context).isNull();
    return jmx.count("ArrayPages") - before;
  }

  private Answer answerInCassandrasWay(Question question) {
    // What the row cache holds after a request shows in the bytes that a warning names.
    jmx.set("Enabled", false);
    answer(question);
    return with(false, "Enabled", "Statements", false, question);
  }

  private LaneAnswer assertSame(Question question, Answer expected, Answer found) {
    assertThat(found.lane()).as("%s, %s", question, context).isEqualTo(expected.lane());
    assertThat(found.pagingStates())
        .as("%s, %s", question, context)
        .isEqualTo(expected.pagingStates());
    return expected.lane();
  }

  /**
   * Asserts that answers are alike with all columns and with fewer. What is not read gives no
   * warnings.
   *
   * @param narrow whether columns are to be left out where that is on
   */
  LaneAnswer assertSameOfFewerColumns(Question question, boolean narrow) {
    String counter = "FewerColumnsStatements";
    LaneAnswer expected = with(false, "FewerColumns", counter, false, question).lane();
    LaneAnswer found = with(true, "FewerColumns", counter, narrow, question).lane();
    assertThat(found.rows()).as("%s, %s", question, context).isEqualTo(expected.rows());
    assertThat(found.columns()).isEqualTo(expected.columns());
    assertThat(found.error()).isEqualTo(expected.error());
    return expected;
  }

  /**
   * Asserts that answers are alike with cursors and without. Pages of cursors end at other rows.
   * Where Cassandra 5.0 fails at the end of one, as it does before some range deletions and at some
   * of its own paging states, all is asked in one page instead.
   */
  LaneAnswer assertSameOfCursors(Question question, NodeBean cursors) {
    cursors.set("Enabled", false);
    LaneAnswer expected = answer(question).lane();
    cursors.set("Enabled", true);
    LaneAnswer found = answer(question).lane();
    boolean isOfPage = found.failed() ? isError(found) && !expected.failed() : expected.failed();
    if (question.pageSize() < ONE_PAGE && isOfPage) {
      return assertSameOfCursors(question.inOnePage(), cursors);
    }
    assertThat(found).as("%s, %s", question, context).isEqualTo(expected);
    assertThat(cursors.get("Error")).as("%s, %s", question, context).isNull();
    return expected;
  }

  /** Whether a replica has failed by an exception that it has no number for. */
  private static boolean isError(LaneAnswer answer) {
    return answer.failed()
        && answer.error().startsWith("ReadFailureException")
        && answer.error().endsWith("reasons [0]");
  }

  private Answer with(
      boolean on, String attribute, String counter, boolean counted, Question question) {
    jmx.set(attribute, on);
    long before = jmx.count(counter);
    Answer answer = answer(question);
    // What is no statement is refused before anybody could take it.
    boolean refused = answer.lane().failed() && answer.lane().error().startsWith("InvalidQuery");
    assertThat(jmx.count(counter) > before)
        .as("%s is %s: %s, %s, %s", attribute, on, question, context, answer)
        .isEqualTo(counted && !refused);
    assertThat(jmx.get("Error")).as("%s, %s", question, context).isNull();
    return answer;
  }

  private Answer answer(Question question) {
    String cql = db.in(question.cql());
    try {
      Statement<?> statement =
          question.prepared() ? db.session().prepare(cql).bind() : SimpleStatement.newInstance(cql);
      ResultSet result =
          db.session()
              .execute(
                  statement
                      .setConsistencyLevel(question.consistency())
                      .setPageSize(question.pageSize())
                      .setNowInSeconds(question.nowInSeconds()));
      LaneAnswer lane = comparable(LaneAnswer.of(result, InstalledPack.KEYSPACE));
      return new Answer(
          lane, result.getExecutionInfos().stream().map(ExecutionInfo::getPagingState).toList());
    } catch (CoordinatorException refused) {
      return new Answer(comparable(LaneAnswer.of(refused, InstalledPack.KEYSPACE)), List.of());
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
