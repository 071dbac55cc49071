/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

/**
 * A column of generated records.
 *
 * @param name in CQL
 * @param kind what its values are
 * @param numbers the value of each record; null of a column of texts
 * @param texts the value of each record; null of a column of numbers
 */
// An array of primitives is what makes millions of values fit; nobody compares columns.
@SuppressWarnings("ArrayRecordComponent")
record Column(String name, Kind kind, double[] numbers, String[] texts) {
  /** What the values of a column are. */
  enum Kind {
    INT("int"),
    DOUBLE("double"),
    TEXT("text");

    private final String cql;

    Kind(String cql) {
      this.cql = cql;
    }

    String cql() {
      return cql;
    }
  }

  static Column ofInts(String name, double[] numbers) {
    return new Column(name, Kind.INT, numbers, null);
  }

  static Column ofDoubles(String name, double[] numbers) {
    return new Column(name, Kind.DOUBLE, numbers, null);
  }

  static Column ofTexts(String name, String[] texts) {
    return new Column(name, Kind.TEXT, null, texts);
  }

  boolean isText() {
    return kind == Kind.TEXT;
  }

  /** The value of a record as the driver takes it. */
  Object value(int row) {
    return switch (kind) {
      case INT -> (int) numbers[row];
      case DOUBLE -> numbers[row];
      case TEXT -> texts[row];
    };
  }

  /** What tells the value of a record from others. */
  int hash(int row) {
    return isText() ? texts[row].hashCode() : Double.hashCode(numbers[row]);
  }
}
