/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.functions.ScalarFunction;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.cursor.PageCheck;
import org.cassandrastats.server.function.BitArguments;

/** What a call takes of a row, beside its constants: columns, and results of other calls. */
final class CallArguments {
  /** An argument that a function of the pack makes of a row: null where one of its own is null. */
  static final class Computed {
    private final int index;
    private final ScalarFunction function;
    private final CallArguments arguments;

    /**
     * An argument.
     *
     * @param index its place in the call that takes it
     */
    Computed(int index, ScalarFunction function, CallArguments arguments) {
      this.index = index;
      this.function = function;
      this.arguments = arguments;
    }

    private ByteBuffer of(Batch batch, int row) {
      return arguments.set(batch, row) ? function.execute(arguments.arguments) : null;
    }
  }

  private final Arguments arguments;

  /** The same arguments, null where they are Cassandra's own. */
  private final BitArguments bitArguments;

  /** Of each argument that is a column: which argument, which column, how many bytes. */
  private final int[] indexes;

  private final int[] columns;
  private final int[] widths;

  /** Whether it takes its value as bits. */
  private final boolean[] takeBits;

  private final List<Computed> computed;
  private final boolean mayBeKept;

  /**
   * The arguments of a call.
   *
   * @param arguments whose constants are set
   * @param indexes of the arguments that are columns
   * @param columns of each of them, its place among those that are asked for
   * @param computed the arguments that are results of other calls
   * @param mayBeKept whether the call may keep a value for longer than it takes
   */
  CallArguments(
      Arguments arguments,
      int[] indexes,
      int[] columns,
      AskedColumns asked,
      List<Computed> computed,
      boolean mayBeKept) {
    this.arguments = arguments;
    this.mayBeKept = mayBeKept;
    this.indexes = indexes;
    this.columns = columns;
    this.computed = computed;
    this.widths = new int[columns.length];
    this.takeBits = new boolean[columns.length];
    this.bitArguments = arguments instanceof BitArguments ? (BitArguments) arguments : null;
    for (int each = 0; each < columns.length; each++) {
      widths[each] = asked.width(columns[each]);
      takeBits[each] = bitArguments != null && bitArguments.takesBits(indexes[each]);
    }
  }

  /** The arguments themselves, as they have been set last. */
  Arguments arguments() {
    return arguments;
  }

  /** Whether nothing of a row is taken but that it is there. */
  boolean areOfNoColumn() {
    return columns.length == 0 && computed.isEmpty();
  }

  /** Whether other calls are made for each row. */
  boolean areComputed() {
    return !computed.isEmpty();
  }

  /** The place of the one argument, a column that is taken as bits; -1 where it is not so. */
  int onlyBits() {
    return columns.length == 1 && takeBits[0] && computed.isEmpty() ? indexes[0] : -1;
  }

  /** The place of the first column among those that are asked for. */
  int firstColumn() {
    return columns[0];
  }

  /** Sets what is taken of a row; false where some of it is null. */
  boolean set(Batch batch, int row) {
    for (int each = 0; each < columns.length; each++) {
      if (!batch.has(columns[each], row)) {
        return false;
      }
      if (batch.isEmpty(columns[each], row)) {
        arguments.set(indexes[each], ByteBufferUtil.EMPTY_BYTE_BUFFER);
      } else if (widths[each] == AskedColumns.WIDE) {
        setBytes(indexes[each], batch.value(columns[each], row));
      } else if (takeBits[each]) {
        bitArguments.setBits(indexes[each], batch.bits(columns[each], row));
      } else {
        long bits = batch.bits(columns[each], row);
        arguments.set(indexes[each], PageCheck.bytes(bits, widths[each]));
      }
    }
    for (int each = 0; each < computed.size(); each++) {
      ByteBuffer value = computed.get(each).of(batch, row);
      if (value == null) {
        return false;
      }
      setBytes(computed.get(each).index, value);
    }
    return true;
  }

  /**
   * Cassandra's own aggregates may keep a value, as the largest one. The pack's functions do not,
   * but where some of their arguments are constants, only new buffers are taken for new values.
   */
  private void setBytes(int index, ByteBuffer bytes) {
    if (bitArguments == null) {
      arguments.set(index, mayBeKept ? ByteBufferUtil.clone(bytes) : bytes.duplicate());
    } else {
      bitArguments.setBytes(index, bytes);
    }
  }
}
