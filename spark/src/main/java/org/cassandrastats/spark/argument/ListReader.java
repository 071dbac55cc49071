/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.argument;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;

/** An array of numbers as a list. Elements that are null stay null: functions refuse them. */
final class ListReader {
  private final DataType given;
  private final Kind kind;
  private final boolean isOfLongs;

  /**
   * A reader of arrays.
   *
   * @param given the type of the elements of the array
   * @param element of the list: Double or Long
   */
  ListReader(DataType given, Class<?> element) {
    this.given = given;
    kind = Kind.of(given);
    isOfLongs = element == Long.class;
  }

  /** The list at a place of a row. */
  List<?> read(InternalRow row, int index) {
    ArrayData array = row.getArray(index);
    Object[] list = new Object[array.numElements()];
    for (int i = 0; i < list.length; i++) {
      list[i] = array.isNullAt(i) ? null : element(array, i);
    }
    return Arrays.asList(list);
  }

  // Not one expression: that would make doubles of all numbers.
  private Object element(ArrayData array, int index) {
    if (isOfLongs) {
      return whole(array, index);
    }
    return number(array, index);
  }

  private double number(ArrayData array, int index) {
    return switch (kind) {
      case DOUBLE -> array.getDouble(index);
      case FLOAT -> array.getFloat(index);
      case DECIMAL, VARINT -> decimal(array, index).doubleValue();
      default -> whole(array, index);
    };
  }

  private BigDecimal decimal(ArrayData array, int index) {
    DecimalType type = (DecimalType) given;
    return array.getDecimal(index, type.precision(), type.scale()).toJavaBigDecimal();
  }

  private long whole(ArrayData array, int index) {
    return switch (kind) {
      case TINYINT -> array.getByte(index);
      case SMALLINT -> array.getShort(index);
      case INT -> array.getInt(index);
      default -> array.getLong(index);
    };
  }
}
