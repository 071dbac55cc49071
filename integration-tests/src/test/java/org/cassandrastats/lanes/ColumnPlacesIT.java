/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.CqlValues;
import org.cassandrastats.annotated.OrderedRows;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.pack.Literals;
import org.cassandrastats.pack.StatePool;
import org.cassandrastats.pack.Values;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Both lanes answer alike for arguments out of every kind of column: Cassandra hands over different
 * buffers, some of them parts of larger ones, and different types, some of them reversed.
 */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("extended")
class ColumnPlacesIT {
  private static final long SEED = 20261126;
  private static final int ROWS_PER_PARTITION = 5;
  private static final List<String> TYPES =
      List.of("blob", "int", "bigint", "varint", "float", "double", "timestamp");

  /** Types that Cassandra takes for a varint. */
  private static final List<String> VARINTS = List.of("varint", "int", "bigint", "timestamp");

  /** Where a column can stand; its columns are named like {@code reversed_int}. */
  enum Place {
    PARTITION,
    CLUSTERING,
    REVERSED,
    STATIC,
    REGULAR;

    String column(String type) {
      return name().toLowerCase(Locale.ROOT) + "_" + type;
    }

    String columns() {
      return TYPES.stream().map(this::column).collect(Collectors.joining(", "));
    }
  }

  private final BothLanes lanes;

  ColumnPlacesIT(InstalledPack pack) {
    this.lanes = new BothLanes(pack.db());
  }

  @BeforeAll
  void fill() {
    List<String> definitions = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Place place : Place.values()) {
      for (String type : TYPES) {
        names.add(place.column(type));
        definitions.add(place.column(type) + " " + type + (place == Place.STATIC ? " static" : ""));
      }
    }
    lanes
        .db()
        .run(
            "CREATE TABLE %s.places (family text, "
                + String.join(", ", definitions)
                + ", PRIMARY KEY ((family, "
                + Place.PARTITION.columns()
                + "), "
                + Place.CLUSTERING.columns()
                + ", "
                + Place.REVERSED.columns()
                + ")) WITH CLUSTERING ORDER BY ("
                + TYPES.stream()
                    .map(type -> Place.CLUSTERING.column(type) + " ASC")
                    .collect(Collectors.joining(", "))
                + ", "
                + TYPES.stream()
                    .map(type -> Place.REVERSED.column(type) + " DESC")
                    .collect(Collectors.joining(", "))
                + ")");
    PreparedStatement insert =
        lanes
            .db()
            .session()
            .prepare(
                lanes
                    .db()
                    .in(
                        "INSERT INTO %s.places (family, "
                            + String.join(", ", names)
                            + ") VALUES (?"
                            + ", ?".repeat(names.size())
                            + ")"));
    Random random = new Random(SEED);
    StatePool states = new StatePool(random);
    for (String family : states.families()) {
      for (byte[] state : mergeable(states, family)) {
        insertPartition(insert, family, state, states, random);
      }
    }
  }

  /** Half of them on disk, half of them in the memtable. */
  @ParameterizedTest
  @EnumSource
  void should_answer_alike_for_every_aggregate(Place place) {
    for (AnnotatedAggregate aggregate : Annotated.aggregates()) {
      for (String varint :
          aggregate.types().contains("varint") ? VARINTS : List.of(VARINTS.get(0))) {
        List<String> types =
            aggregate.types().stream().map(type -> type.equals("varint") ? varint : type).toList();
        String call = call(aggregate.name(), types, aggregate.parameterNames(), place);
        List<String> queries =
            OrderedRows.areOf(aggregate.state().family())
                ? List.of(ofEachRow(call))
                : List.of("SELECT " + call + " FROM %s.places", groupedBy(call, place));
        for (String query : queries) {
          LaneAnswer answer = lanes.assertSame(filtered(query, aggregate.state()), 3);
          assertThat(answer.error()).as(query).isNull();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_answer_alike_for_every_function_of_a_state(Place place) {
    for (AnnotatedFunction function : Annotated.functions()) {
      if (!function.types().contains("blob")) {
        continue;
      }
      String call = call(function.name(), function.types(), function.parameterNames(), place);
      String column = place.column("blob");
      lanes.assertSame(
          filtered("SELECT " + column + ", " + call + ", " + column + " FROM %s.places", function));
    }
  }

  private static String groupedBy(String call, Place place) {
    String key = "family, " + Place.PARTITION.columns();
    return "SELECT "
        + call
        + " FROM %s.places GROUP BY "
        + (place == Place.CLUSTERING ? key + ", " + place.column("blob") : key);
  }

  /** Rows that are in no order have a group each. */
  private static String ofEachRow(String call) {
    return "SELECT "
        + call
        + " FROM %s.places GROUP BY family, "
        + Stream.of(Place.PARTITION, Place.CLUSTERING, Place.REVERSED)
            .map(Place::columns)
            .collect(Collectors.joining(", "));
  }

  /** A family's functions over the rows that hold its states. */
  private static String filtered(String query, AnnotatedFunction function) {
    int end = query.indexOf("%s.places") + "%s.places".length();
    return query.substring(0, end)
        + " WHERE family = '"
        + function.family()
        + "'"
        + query.substring(end)
        + " ALLOW FILTERING";
  }

  private static String call(
      String name, List<String> types, List<String> parameterNames, Place place) {
    return IntStream.range(0, types.size())
        .mapToObj(
            index -> {
              String parameter = parameterNames.get(index);
              boolean constant = !Literals.isAnyValue(parameter, types.get(index));
              return constant
                  ? Literals.of(types.get(index), parameter)
                  : place.column(types.get(index));
            })
        .collect(Collectors.joining(", ", "@" + name + "(", ")"));
  }

  private void insertPartition(
      PreparedStatement insert, String family, byte[] state, StatePool states, Random random) {
    Values values = new Values(random, states);
    List<byte[]> own = mergeable(states, family);
    List<ByteBuffer> partition = row(values, state);
    for (int count = 0; count < ROWS_PER_PARTITION; count++) {
      BoundStatement bound = insert.bind(family);
      int index = 1;
      for (Place place : Place.values()) {
        List<ByteBuffer> cells =
            place == Place.PARTITION ? partition : row(values, own.get(random.nextInt(own.size())));
        for (ByteBuffer cell : cells) {
          bound = bound.setBytesUnsafe(index, cell);
          index++;
        }
      }
      lanes.db().session().execute(bound);
      if (count == 1 && Arrays.equals(state, own.get(0))) {
        new NodeJmx(lanes.db().node().node()).flush(lanes.db().keyspace());
      }
    }
  }

  private static List<ByteBuffer> row(Values values, byte[] state) {
    return TYPES.stream()
        .map(
            type ->
                type.equals("blob")
                    ? ByteBuffer.wrap(state)
                    : CqlValues.encode(values.ordinary(type), type))
        .toList();
  }

  /** The first state of a family, and those that may be merged with it. */
  private static List<byte[]> mergeable(StatePool states, String family) {
    AnnotatedFunction union =
        Annotated.functions().stream()
            .filter(function -> function.name().equals(family + "_union"))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no union of " + family));
    byte[] first = states.acceptedBy(union);
    List<byte[]> all = new ArrayList<>();
    for (byte[] state : states.of(family)) {
      try {
        union.call(ByteBuffer.wrap(first.clone()), ByteBuffer.wrap(state.clone()));
        all.add(state);
      } catch (IllegalArgumentException other) {
        // A state of other parameters.
      } catch (Throwable failed) {
        throw new AssertionError(union + " failed", failed);
      }
    }
    return all;
  }
}
