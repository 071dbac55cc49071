/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.cassandra.cql3.functions.NativeFunction;
import org.apache.cassandra.cql3.functions.NativeFunctions;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.FloatType;
import org.apache.cassandra.db.marshal.ListType;
import org.apache.cassandra.exceptions.FunctionExecutionException;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.cassandrastats.server.catalogue.NativeCatalogue;
import org.junit.jupiter.api.Test;

/** Aggregates that take the values of many rows at once, beside one row after the other. */
class ManyValuesTest {
  private static final ProtocolVersion VERSION = ProtocolVersion.CURRENT;
  private static final long SEED = 20261126;
  private static final List<String> CONSTANTS = List.of("0.5", "100", "-7");
  private static final double[] SPECIAL = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    0.0,
    -0.0,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    1e-300
  };

  private final Random random = new Random(SEED);

  @Test
  void should_give_the_same_answer_as_one_row_after_the_other() throws Exception {
    StatsFunctions functions =
        new StatsFunctions(new NativeFunctions(), "stats", NativeCatalogue.read("stats"));
    Set<String> answered = new TreeSet<>();
    for (NativeFunction function : functions.getFunctions()) {
      if (function instanceof StatsAggregate aggregate
          && ((BitAggregate) aggregate.newAggregate()).takesAll(0)
          && newRow(aggregate, 0).takesBits(0)) {
        for (int draw = 0; draw < 30; draw++) {
          if (isSame(aggregate, draw)) {
            answered.add(aggregate.name().name);
          }
        }
      }
    }
    assertThat(answered)
        .as("aggregates that answered")
        .contains("mean", "moments", "tdigest", "ddsketch", "histogram", "summary");
  }

  /** Returns whether there was an answer, and no refusal. */
  private boolean isSame(StatsAggregate aggregate, int draw) {
    AbstractType<?> type = aggregate.argTypes().get(0).unwrap();
    long[] bits = new long[random.nextInt(3000)];
    boolean isWild = draw % 3 == 0;
    for (int index = 0; index < bits.length; index++) {
      bits[index] = bits(type, isWild);
    }
    String expected = answer(aggregate, draw, bits, 0);
    for (int most : new int[] {1, 7, 512}) {
      assertThat(answer(aggregate, draw, bits, most))
          .as("%s, seed %d, draw %d, %d at once", aggregate, SEED, draw, most)
          .isEqualTo(expected);
    }
    return expected.startsWith("0x");
  }

  private long bits(AbstractType<?> type, boolean isWild) {
    double value = 5 + random.nextGaussian() * 20;
    if (isWild && random.nextInt(8) == 0) {
      value = SPECIAL[random.nextInt(SPECIAL.length)];
    } else if (isWild && random.nextInt(8) == 0) {
      value *= Math.pow(10, random.nextInt(600) - 300);
    }
    if (type == DoubleType.instance) {
      return Double.doubleToRawLongBits(value);
    }
    if (type == FloatType.instance) {
      return Float.floatToRawIntBits((float) value) & 0xffff_ffffL;
    }
    return (long) value;
  }

  /**
   * The answer, or why it was refused.
   *
   * @param most values are taken at once; 0 for each as a row
   */
  private static String answer(StatsAggregate function, int draw, long[] bits, int most) {
    StatsAggregate.Rows aggregate = (StatsAggregate.Rows) function.newAggregate();
    try {
      RowArguments row = newRow(function, draw);
      if (most == 0) {
        for (long value : bits) {
          row.setBits(0, value);
          aggregate.addInput(row);
        }
      } else {
        long[] packed = new long[most];
        for (int from = 0; from < bits.length; from += most) {
          int size = Math.min(most, bits.length - from);
          System.arraycopy(bits, from, packed, 0, size);
          aggregate.addAll(row, packed, size);
        }
      }
      ByteBuffer answer = aggregate.compute(VERSION);
      return answer == null ? "null" : "0x" + ByteBufferUtil.bytesToHex(answer);
    } catch (FunctionExecutionException refused) {
      return refused.getMessage();
    }
  }

  /** Arguments whose constants are set. */
  private static RowArguments newRow(StatsAggregate function, int draw) {
    RowArguments row = (RowArguments) function.newArguments(VERSION);
    for (int index = 1; index < function.argTypes().size(); index++) {
      row.set(index, constant(function.argTypes().get(index).unwrap(), index, draw));
    }
    return row;
  }

  private static ByteBuffer constant(AbstractType<?> type, int index, int draw) {
    if (type instanceof ListType<?> list) {
      return list(list);
    }
    String number = CONSTANTS.get(draw % CONSTANTS.size());
    boolean isReal = type == DoubleType.instance || type == FloatType.instance;
    if (isReal && index > 1) {
      return type.fromString("200");
    }
    return type.fromString(isReal ? number : number.replace("0.5", "20"));
  }

  private static <T> ByteBuffer list(ListType<T> type) {
    List<T> elements = new ArrayList<>();
    for (String number : List.of("1", "2", "5")) {
      elements.add(type.getElementsType().compose(type.getElementsType().fromString(number)));
    }
    return type.decompose(elements);
  }
}
