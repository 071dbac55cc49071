/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.cassandra.cql3.functions.AggregateFunction;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.functions.NativeFunction;
import org.apache.cassandra.cql3.functions.NativeFunctions;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.AsciiType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.ListType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.exceptions.FunctionExecutionException;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.catalogue.NativeCatalogue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Where rows are read directly, arguments are views of memtables. No function may write to them,
 * move their position or limit, or go on using them after its call.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArgumentBuffersTest {
  /** What a memtable allocates at a time is larger, and a power of two as well. */
  private static final int REGION = 1 << 14;

  private static final ProtocolVersion VERSION = ProtocolVersion.CURRENT;
  private static final List<String> NUMBERS = List.of("3", "1", "7");
  private static final List<String> TEXTS = List.of("1h", "UTC", "name");

  private final List<StatsScalar> scalars = new ArrayList<>();
  private final List<StatsAggregate> aggregates = new ArrayList<>();

  /** Final states by the function that gave them, and the number of rows. */
  private final Map<String, byte[]> states = new LinkedHashMap<>();

  @BeforeAll
  void readCatalogue() throws Exception {
    StatsFunctions functions =
        new StatsFunctions(new NativeFunctions(), "stats", NativeCatalogue.read("stats"));
    for (NativeFunction function : functions.getFunctions()) {
      if (function instanceof StatsScalar scalar) {
        scalars.add(scalar);
      } else {
        aggregates.add((StatsAggregate) function);
      }
    }
    for (StatsAggregate aggregate : aggregates) {
      if (aggregate.returnType() == BytesType.instance
          && !aggregate.argTypes().contains(BytesType.instance)) {
        for (int sample = 0; sample < NUMBERS.size(); sample++) {
          // Of rows in an order, only states of one row merge with themselves.
          for (int count : List.of(3, 1)) {
            ByteBuffer state = answer(aggregate, rows(aggregate, sample, null, 0, count));
            if (state != null && state.hasRemaining()) {
              states.putIfAbsent(aggregate.name().name + " of " + count, copy(state));
            }
          }
        }
      }
    }
    for (StatsAggregate merge : aggregates) {
      String family = merge.name().name.replaceAll("_merge$", "");
      if (!family.equals(merge.name().name)) {
        assertThat(scalars)
            .as("%s took some sample", family)
            .anyMatch(scalar -> isValid(scalar, family));
      }
    }
  }

  /** Whether it is the check of a family, and takes one of the states for valid. */
  private boolean isValid(StatsScalar scalar, String family) {
    if (!scalar.name().name.equals(family + "_is_valid")) {
      return false;
    }
    Arguments arguments = scalar.newArguments(VERSION);
    return states.values().stream()
        .anyMatch(
            state -> {
              arguments.set(0, ByteBuffer.wrap(state));
              return scalar.execute(arguments).get(0) == 1;
            });
  }

  @Test
  void should_leave_the_arguments_of_every_function_alone() {
    Set<String> called = new LinkedHashSet<>();
    for (StatsScalar function : scalars) {
      for (byte[] state : samplesFor(function)) {
        for (int sample = 0; sample < NUMBERS.size(); sample++) {
          for (int offset : List.of(0, 40)) {
            List<Cell> cells = cells(function, sample, 0, state, offset);
            Arguments arguments = function.newArguments(VERSION);
            try {
              set(arguments, cells);
              function.execute(arguments);
              called.add(function.name().name);
            } catch (FunctionExecutionException refused) {
              // Whatever it says, it has changed nothing.
            }
            cells.forEach(cell -> cell.assertUntouched(function));
          }
        }
      }
    }
    assertThat(called).as("functions that took some sample").hasSizeGreaterThan(100);
  }

  @Test
  void should_neither_change_nor_keep_the_arguments_of_an_aggregate() {
    Set<String> called = new LinkedHashSet<>();
    Set<String> keeping = new LinkedHashSet<>();
    for (StatsAggregate aggregate : aggregates) {
      for (byte[] state : samplesFor(aggregate)) {
        for (int sample = 0; sample < NUMBERS.size(); sample++) {
          for (int offset : List.of(0, 40)) {
            List<List<Cell>> rows = rows(aggregate, sample, state, offset, 4);
            ByteBuffer expected = answer(aggregate, rows);
            if (expected == null) {
              continue;
            }
            byte[] bytes = copy(expected);
            rows.forEach(row -> row.forEach(cell -> cell.assertUntouched(aggregate)));
            ByteBuffer found = answerOverwriting(aggregate, rows);
            if (found == null || !Arrays.equals(copy(found), bytes)) {
              keeping.add(aggregate.toString());
            }
            called.add(aggregate.name().name);
          }
        }
      }
    }
    assertThat(keeping).as("aggregates that keep an argument").isEmpty();
    assertThat(called)
        .as("aggregates that took some sample")
        .containsAll(aggregates.stream().map(aggregate -> aggregate.name().name).toList());
  }

  /** A value in a region of a memtable. */
  private static final class Cell {
    private final byte[] region;
    private final byte[] before;
    private final ByteBuffer buffer;
    private final int position;
    private final int limit;

    Cell(ByteBuffer value, int offset) {
      region = new byte[REGION];
      Arrays.fill(region, (byte) 0x5a);
      byte[] bytes = copy(value);
      System.arraycopy(bytes, 0, region, offset, bytes.length);
      before = region.clone();
      buffer = ByteBuffer.wrap(region);
      buffer.position(offset).limit(offset + bytes.length);
      position = offset;
      limit = offset + bytes.length;
    }

    void assertUntouched(Object function) {
      assertThat(buffer.position()).as("position after %s", function).isEqualTo(position);
      assertThat(buffer.limit()).as("limit after %s", function).isEqualTo(limit);
      assertThat(Arrays.equals(region, before)).as("bytes after %s", function).isTrue();
    }

    void overwrite() {
      Arrays.fill(region, (byte) 0);
    }
  }

  private static void set(Arguments arguments, List<Cell> cells) {
    for (int index = 0; index < cells.size(); index++) {
      arguments.set(index, cells.get(index).buffer);
    }
  }

  private static ByteBuffer answer(StatsAggregate function, List<List<Cell>> rows) {
    return answer(function, rows, false);
  }

  /** Overwrites each row when the next one has been added. */
  private static ByteBuffer answerOverwriting(StatsAggregate function, List<List<Cell>> rows) {
    return answer(function, rows, true);
  }

  /** Null where a row is refused; nothing where the answer is null, as a slope of equal x is. */
  private static ByteBuffer answer(
      StatsAggregate function, List<List<Cell>> rows, boolean overwriting) {
    AggregateFunction.Aggregate aggregate = function.newAggregate();
    Arguments arguments = function.newArguments(VERSION);
    try {
      for (List<Cell> row : rows) {
        set(arguments, row);
        aggregate.addInput(arguments);
        if (overwriting) {
          row.forEach(Cell::overwrite);
        }
      }
      ByteBuffer answer = aggregate.compute(VERSION);
      return answer == null ? ByteBuffer.allocate(0) : answer;
    } catch (FunctionExecutionException refused) {
      return null;
    }
  }

  /** Rows whose numbers differ and whose texts, lists and states do not. */
  private static List<List<Cell>> rows(
      NativeFunction function, int sample, byte[] state, int offset, int count) {
    List<List<Cell>> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      rows.add(cells(function, sample, row, state, offset));
    }
    return rows;
  }

  private static List<Cell> cells(
      NativeFunction function, int sample, int row, byte[] state, int offset) {
    List<Cell> cells = new ArrayList<>();
    for (int index = 0; index < function.argTypes().size(); index++) {
      // Only values differ from row to row.
      int number = index == 0 ? (sample + row) % NUMBERS.size() : sample;
      cells.add(new Cell(value(function.argTypes().get(index), number, index, state), offset));
    }
    return cells;
  }

  private static ByteBuffer value(AbstractType<?> type, int sample, int index, byte[] state) {
    AbstractType<?> plain = type.unwrap();
    if (plain == BytesType.instance) {
      return ByteBuffer.wrap(state == null ? new byte[0] : state);
    }
    if (plain == AsciiType.instance || plain == UTF8Type.instance) {
      return UTF8Type.instance.decompose(TEXTS.get(Math.min(index, TEXTS.size() - 1)));
    }
    if (plain instanceof ListType<?> list) {
      return numbers(list);
    }
    if (plain == SimpleDateType.instance) {
      return plain.fromString("2026-01-0" + NUMBERS.get(sample));
    }
    if (index == 0) {
      return plain.fromString(NUMBERS.get(sample));
    }
    // A probability or relative error, or bounds that rise with their place.
    return plain.fromString(
        plain == DoubleType.instance && sample == 0 ? "0.5" : Integer.toString(1 + 9 * index));
  }

  private static <T> ByteBuffer numbers(ListType<T> type) {
    List<T> elements = new ArrayList<>();
    boolean isDouble = type.getElementsType() == DoubleType.instance;
    // Doubles that are quantiles, too.
    for (String number : isDouble ? List.of("0.1", "0.2", "0.5") : List.of("1", "2", "5")) {
      elements.add(type.getElementsType().compose(type.getElementsType().fromString(number)));
    }
    return type.decompose(elements);
  }

  /** All states where the function takes one; otherwise nothing, once. */
  private List<byte[]> samplesFor(NativeFunction function) {
    List<byte[]> samples = new ArrayList<>();
    if (function.argTypes().contains(BytesType.instance)) {
      samples.addAll(states.values());
      samples.add(new byte[0]);
    } else {
      samples.add(null);
    }
    return samples;
  }

  private static byte[] copy(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return bytes;
  }
}
