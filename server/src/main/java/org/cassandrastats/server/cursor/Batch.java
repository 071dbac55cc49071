/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.marshal.ValueAccessor;

/** Live values of asked columns, of one row after the other, in arrays. */
public final class Batch {
  /** More rows are not read at once. */
  public static final int MAXIMUM_ROWS = 50_000;

  /** Nor are values of so many bytes and more, of those without a fixed width. */
  static final long MAXIMUM_BYTES = 1 << 23;

  private static final int FIRST_ROWS = 1024;

  private static final byte NONE = 0;
  private static final byte BITS = 1;
  private static final byte EMPTY = 2;

  /** About what a run takes beside its key and its first row. */
  private static final long RUN_BYTES = 256;

  /** About what these two take, where they are those of most tables. */
  private static final long KEY_BYTES = 64;

  private static final int FIRST_RUNS = 64;

  /** What is reserved for runs at a time, which is what memory is reserved in. */
  private static final long LEAST_RESERVED = 1 << 16;

  /** Of each value its bits, or where its bytes are. */
  private final long[][] bits;

  /** Of each value what it is. */
  private final byte[][] present;

  private final ValueBytes bytes;
  private boolean[] there = new boolean[FIRST_ROWS];
  private final boolean keepsRuns;
  private final LongPredicate memory;
  private final int maximum;
  private long runBytes;
  private long reservedRunBytes;
  private int rows;
  private Clustering<?> last;

  /** Of each run its partition, its first row, and which row that is. */
  private final List<DecoratedKey> keys = new ArrayList<>();

  private final List<Clustering<?>> firsts = new ArrayList<>();
  private int[] firstRows = new int[FIRST_RUNS];

  /**
   * A batch without rows.
   *
   * @param maximum more rows are not taken; fewer than {@value #FIRST_ROWS} are not asked for
   * @param mostBytes further rows are not taken behind so many bytes of values of no fixed width
   * @param keepsRuns whether all runs are asked for, or the last one only
   * @param memory reserves so many bytes, or says that there is no room for them
   * @throws NotCovered if there is no room for a batch
   */
  Batch(int columns, int maximum, long mostBytes, boolean keepsRuns, LongPredicate memory) {
    this.maximum = maximum;
    this.bytes = new ValueBytes(mostBytes, memory);
    this.keepsRuns = keepsRuns;
    this.memory = memory;
    if (!memory.test(bytes(columns, FIRST_ROWS))) {
      throw new NotCovered("no memory for a page");
    }
    bits = new long[columns][FIRST_ROWS];
    present = new byte[columns][FIRST_ROWS];
  }

  /** What the values of so many rows take, without the bytes of those that have no fixed width. */
  public static long bytes(int columns, int rows) {
    return ((long) columns * (Long.BYTES + 1) + 1) * rows;
  }

  /** About what so many runs take, where they are kept. */
  static long bytesOfRuns(int runs) {
    return (RUN_BYTES + KEY_BYTES) * runs;
  }

  /**
   * Begins a run, of which there is room for one: rows of one partition of which the first columns
   * of the clustering are alike.
   *
   * @param first the next row
   */
  void beginRun(DecoratedKey key, Clustering<?> first) {
    if (!keepsRuns) {
      keys.clear();
      firsts.clear();
      runBytes = 0;
    }
    firstRows[keys.size()] = rows;
    keys.add(key);
    firsts.add(first);
    runBytes += bytesOf(key, first);
  }

  private static long bytesOf(DecoratedKey key, Clustering<?> first) {
    return RUN_BYTES + key.getKey().remaining() + first.dataSize();
  }

  /** Begins a row without values, of which there is room for one. */
  void newRow() {
    rows++;
  }

  /**
   * The row that was begun last is not there. There is room for another one in its place.
   *
   * @return whether its run has no other
   */
  boolean dropRow() {
    rows--;
    there[rows] = false;
    bytes.reset();
    for (byte[] column : present) {
      column[rows] = NONE;
    }
    int run = keys.size() - 1;
    boolean isEmpty = firstRows[run] == rows;
    if (isEmpty && keepsRuns) {
      runBytes -= bytesOf(keys.remove(run), firsts.remove(run));
    }
    return isEmpty;
  }

  /** The value of a column in the row that was begun last. */
  void set(int column, long value) {
    bits[column][rows - 1] = value;
    present[column][rows - 1] = BITS;
  }

  /**
   * The value of a column, which has no fixed width, in the row that was begun last.
   *
   * @throws NotCovered if it is too long, or there is no room for it
   */
  void set(int column, byte[] source, int from, int length) {
    set(column, bytes.add(source, from, length));
  }

  /** As {@link #set(int, byte[], int, int)}, a value of Cassandra's. */
  <V> void set(int column, V value, ValueAccessor<V> accessor) {
    set(column, bytes.add(value, accessor));
  }

  /** The value of a column in the row that was begun last has no bytes, and is not null. */
  void setEmpty(int column) {
    present[column][rows - 1] = EMPTY;
  }

  /** The row that was begun last is there, whatever its values. */
  void setThere() {
    there[rows - 1] = true;
  }

  /**
   * Whether there is room for another row and its run, which may be made for them. Asked behind
   * each row.
   *
   * @throws NotCovered if there is no memory for a few rows: so small pages take too long
   */
  boolean hasRoom() {
    if ((rows < there.length || grow()) && hasRoomForRun() && bytes.hasRoom()) {
      return true;
    }
    if (rows < FIRST_ROWS && rows < maximum && !bytes.areMany()) {
      throw new NotCovered("no memory for a page");
    }
    return false;
  }

  private boolean hasRoomForRun() {
    if (keepsRuns && runBytes > reservedRunBytes) {
      long more = Math.max(runBytes - reservedRunBytes, LEAST_RESERVED);
      if (!memory.test(more)) {
        return false;
      }
      reservedRunBytes += more;
    }
    if (keys.size() == firstRows.length) {
      firstRows = Arrays.copyOf(firstRows, 2 * keys.size());
    }
    return true;
  }

  private boolean grow() {
    int size = Math.min(maximum, 4 * rows);
    if (size == rows || !memory.test(bytes(bits.length, size - rows))) {
      return false;
    }
    there = Arrays.copyOf(there, size);
    for (int column = 0; column < bits.length; column++) {
      bits[column] = Arrays.copyOf(bits[column], size);
      present[column] = Arrays.copyOf(present[column], size);
    }
    return true;
  }

  void endAt(Clustering<?> newLast) {
    last = newLast;
  }

  public int rows() {
    return rows;
  }

  /** How many runs it has. */
  public int runs() {
    return keys.size();
  }

  /** The partition of a run. */
  public DecoratedKey key(int run) {
    return keys.get(run);
  }

  /** The first row of a run. */
  public Clustering<?> first(int run) {
    return firsts.get(run);
  }

  /** Which row is the first one of a run, or would be the next one. */
  public int firstRow(int run) {
    return run == keys.size() ? rows : firstRows[run];
  }

  /** The partition that was read last; null where there are no rows. */
  public DecoratedKey lastKey() {
    return keys.isEmpty() ? null : keys.get(keys.size() - 1);
  }

  /** Whether a row is certain to be there without its values. */
  public boolean isThere(int row) {
    return there[row];
  }

  /** Whether a row has a value of a column. */
  public boolean has(int column, int row) {
    return present[column][row] != NONE;
  }

  /** Whether that value has no bytes. */
  public boolean isEmpty(int column, int row) {
    return present[column][row] == EMPTY;
  }

  /** Whether a row has a value of a column that has bytes. */
  public boolean hasBits(int column, int row) {
    return present[column][row] == BITS;
  }

  /** The bytes of a value, as an unsigned number. */
  public long bits(int column, int row) {
    return bits[column][row];
  }

  /**
   * The {@link #bits} of a column in those of some rows that have any.
   *
   * @param packed takes them, one behind the other
   * @return how many there are
   */
  public int pack(int column, int from, int to, long[] packed) {
    byte[] kinds = present[column];
    long[] values = bits[column];
    int size = 0;
    for (int row = from; row < to; row++) {
      if (kinds[row] == BITS) {
        packed[size++] = values[row];
      }
    }
    return size;
  }

  /** A value without a fixed width, in a buffer that has another one after the next call. */
  public ByteBuffer value(int column, int row) {
    return bytes.at(bits[column][row]);
  }

  /** The row behind which the slice goes on; null where it ends. */
  public Clustering<?> last() {
    return last;
  }
}
