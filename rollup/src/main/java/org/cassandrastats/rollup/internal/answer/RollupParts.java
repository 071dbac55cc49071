/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.answer;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.split.PartitionKeys;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.rollup.internal.bucket.Repartitioning;
import org.cassandrastats.rollup.internal.time.TimeColumn;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * The statements that together answer a question, in the order in which their groups follow each
 * other: a piece of a partition by states, others by rows. Partitions of a series that follow each
 * other are asked for at once where that gives the same groups.
 */
public final class RollupParts {
  private static final int NONE = -1;

  private final RollupQuestion question;
  private final RollupSource rollup;
  private final TimeColumn time;
  private final RollupPieces pieces;
  private final CodecRegistry codecs;
  private final List<String> ofStates;
  private final int named;

  /**
   * The parts of a question.
   *
   * @param time of the rows
   * @param pieces of the partitions
   * @throws RollupQuestion.Unanswerable if the rollup has no such states
   */
  RollupParts(
      RollupQuestion question,
      RollupSource rollup,
      TimeColumn time,
      RollupPieces pieces,
      CodecRegistry codecs) {
    this.question = question;
    this.rollup = rollup;
    this.time = time;
    this.pieces = pieces;
    this.codecs = codecs;
    this.ofStates = question.selectorsOfStates(rollup);
    this.named = pieces.way().isPresent() ? place(column(pieces.column()).getName()) : NONE;
  }

  /**
   * A part of the question.
   *
   * @param query the statement
   * @param isOfStates whether it is asked of states
   * @param partition what the column that cuts series holds where these rows are; null where the
   *     answer says it itself
   * @param partitions how many partitions it stands for
   */
  public record Part(
      StatsQuery query, boolean isOfStates, ByteBuffer partition, double partitions) {}

  /** Visits the parts until one is the last that is wanted. */
  public void visit(Predicate<Part> visitor) {
    Visit visit = new Visit(visitor);
    PartitionKeys partitions = question.rows().partitions().orElseThrow();
    for (int i = 0; i < partitions.size() && visit.isWanted; i++) {
      List<RollupPieces.Piece> ofOne = pieces.of(partitions.key(i));
      for (RollupPieces.Piece piece : ofOne) {
        visit.take(piece, 1.0 / ofOne.size());
      }
    }
    visit.end();
  }

  /** The way from partitions of rows to those of states; empty where these are the same. */
  Optional<Repartitioning> way() {
    return pieces.way();
  }

  /** The column of an answer that says in which partition its rows are; -1 if none does. */
  int placeOfPartition() {
    return named;
  }

  private int place(CqlIdentifier column) {
    List<String> selectors = question.selectorsOfRows();
    for (int i = 0; i < selectors.size(); i++) {
      String selector = selectors.get(i);
      if (selector.indexOf('(') < 0 && CqlIdentifier.fromCql(selector).equals(column)) {
        return i;
      }
    }
    return NONE;
  }

  private ColumnMetadata column(int index) {
    return question.rows().table().getPartitionKey().get(index);
  }

  /** Joins pieces, and gives the statements for what is joined. */
  private final class Visit {
    private final Predicate<Part> visitor;
    private boolean isWanted = true;
    private RollupPieces.Piece piece;
    private List<ByteBuffer> values;
    private double share;

    Visit(Predicate<Part> visitor) {
      this.visitor = visitor;
    }

    void take(RollupPieces.Piece next, double ofPartition) {
      if (piece != null && areJoined(piece, next)) {
        piece = piece.joined(next);
        values.add(next.key().get(pieces.column()));
        share += ofPartition;
        return;
      }
      end();
      piece = next;
      values = new ArrayList<>(List.of(next.key().get(Math.max(0, pieces.column()))));
      share = ofPartition;
    }

    void end() {
      if (piece == null || !isWanted) {
        return;
      }
      if (!piece.isOfStates() || pieces.way().isEmpty()) {
        give(values, null, 1);
      } else {
        List<ByteBuffer> stored = pieces.way().get().values(piece.key(), piece.span());
        if (named != NONE && !pieces.areAlike()) {
          if (pieces.isDescending()) {
            Collections.reverse(stored);
          }
          stored.forEach(value -> give(List.of(value), values.get(0), stored.size()));
        } else {
          give(stored, null, 1);
        }
      }
      piece = null;
    }

    private void give(List<ByteBuffer> in, ByteBuffer partition, int pieces) {
      if (isWanted) {
        isWanted =
            visitor.test(new Part(query(piece, in), piece.isOfStates(), partition, share / pieces));
      }
    }
  }

  private boolean areJoined(RollupPieces.Piece one, RollupPieces.Piece next) {
    boolean isOneQuestion =
        pieces.way().isPresent()
            && question.select().result().perPartitionLimit() == 0
            && (named == NONE || pieces.areAlike());
    return isOneQuestion && one.isFollowedBy(next, pieces.column());
  }

  private StatsQuery query(RollupPieces.Piece piece, List<ByteBuffer> in) {
    List<Object> values = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < piece.key().size(); i++) {
      conditions.add(condition(piece, i, in, values));
    }
    SplitQuery rows = question.rows();
    for (int i = 0; i < rows.fixed().size(); i++) {
      conditions.add(rows.fixed().get(i).cql());
      values.add(value(rows.seriesKey().get(piece.key().size() + i), rows.fixed().get(i).value()));
    }
    String key = piece.isOfStates() ? Identifier.quoteIfNeeded(rollup.bucket()) : time.name();
    if (piece.from() != null) {
      conditions.add(key + " >= ?");
      values.add(border(piece, piece.from()));
    } else if (!piece.isOfStates()) {
      addLimit(rows.lower(), conditions, values);
    }
    if (piece.until() != null) {
      conditions.add(key + " < ?");
      values.add(border(piece, piece.until()));
    } else {
      addLimit(rows.upper(), conditions, values);
    }
    String statement =
        "SELECT %s FROM %s WHERE %s%s"
            .formatted(
                String.join(", ", piece.isOfStates() ? ofStates : question.selectorsOfRows()),
                piece.isOfStates() ? rollup : rows.from(),
                String.join(" AND ", conditions),
                piece.isOfStates() ? question.tailOfStates(rollup) : question.tailOfRows());
    return StatsQuery.of(statement, values.toArray());
  }

  /** The condition on a column of the partition key. */
  private String condition(
      RollupPieces.Piece piece, int index, List<ByteBuffer> in, List<Object> values) {
    ColumnMetadata column = column(index);
    String name = Identifier.quoteIfNeeded(column.getName().asInternal());
    if (index != pieces.column() || in.size() == 1) {
      values.add(value(column, index == pieces.column() ? in.get(0) : piece.key().get(index)));
      return name + " = ?";
    }
    values.add(in.stream().map(bytes -> value(column, bytes)).toList());
    return name + " IN ?";
  }

  private Object value(ColumnMetadata column, ByteBuffer bytes) {
    return codecs.codecFor(column.getType()).decode(bytes, ProtocolVersion.DEFAULT);
  }

  private Object border(RollupPieces.Piece piece, long millis) {
    return piece.isOfStates() ? Instant.ofEpochMilli(millis) : time.key(millis);
  }

  private void addLimit(Condition limit, List<String> conditions, List<Object> values) {
    if (limit != null) {
      conditions.add(limit.cql());
      values.add(time.value(limit.value()));
    }
  }
}
