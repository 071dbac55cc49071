/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.ByteType;
import org.apache.cassandra.db.marshal.CounterColumnType;
import org.apache.cassandra.db.marshal.DecimalType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.FloatType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.IntegerType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.ShortType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.cassandrastats.udf.annotation.WideNumbers;

/**
 * A number, read from its bytes without an object in between. A time is one too: the milliseconds
 * or days since 1970.
 */
final class NumberArgument extends Argument {
  private enum Form {
    BYTE,
    SHORT,
    INT,
    LONG,
    DATE,
    BIG_INTEGER,
    FLOAT,
    DOUBLE,
    BIG_DECIMAL
  }

  private static final Map<AbstractType<?>, Form> FORMS =
      Map.ofEntries(
          Map.entry(ByteType.instance, Form.BYTE),
          Map.entry(ShortType.instance, Form.SHORT),
          Map.entry(Int32Type.instance, Form.INT),
          Map.entry(LongType.instance, Form.LONG),
          Map.entry(CounterColumnType.instance, Form.LONG),
          Map.entry(TimestampType.instance, Form.LONG),
          Map.entry(SimpleDateType.instance, Form.DATE),
          Map.entry(IntegerType.instance, Form.BIG_INTEGER),
          Map.entry(FloatType.instance, Form.FLOAT),
          Map.entry(DoubleType.instance, Form.DOUBLE),
          Map.entry(DecimalType.instance, Form.BIG_DECIMAL));

  private static final Set<Class<?>> PARAMETERS =
      Set.of(double.class, Double.class, long.class, Long.class, int.class, Integer.class);

  private final Form form;
  private final Class<?> parameter;
  private final boolean toDouble;
  private double real;
  private long integer;

  /** What no long holds; refused once it is asked for, as no function is called beside a null. */
  private BigInteger wide;

  NumberArgument(AbstractType<?> type, Class<?> parameter) {
    super(false);
    this.form = FORMS.get(type);
    this.parameter = parameter;
    this.toDouble = parameter == double.class || parameter == Double.class;
  }

  static boolean reads(AbstractType<?> type, Class<?> parameter) {
    return FORMS.containsKey(type) && PARAMETERS.contains(parameter);
  }

  @Override
  void decode(ByteBuffer bytes) {
    // Cassandra takes the empty value of a number for null.
    boolean isNull = bytes == null || !bytes.hasRemaining();
    setNull(isNull);
    if (isNull) {
      return;
    }
    int at = bytes.position();
    switch (form) {
      case DOUBLE:
        real = bytes.getDouble(at);
        break;
      case FLOAT:
        real = bytes.getFloat(at);
        break;
      case BIG_DECIMAL:
        real = WideNumbers.ofDecimal(bytes);
        break;
      case BIG_INTEGER:
        setVarint(bytes, at);
        break;
      case LONG:
        setInteger(bytes.getLong(at));
        break;
      case DATE:
        // Days are counted from 2^31 before 1970, so that they sort as unsigned numbers.
        setInteger(bytes.getInt(at) ^ Integer.MIN_VALUE);
        break;
      case INT:
        setInteger(bytes.getInt(at));
        break;
      case SHORT:
        setInteger(bytes.getShort(at));
        break;
      case BYTE:
        setInteger(bytes.get(at));
        break;
    }
  }

  @Override
  boolean takesBits() {
    return form != Form.BIG_DECIMAL && form != Form.BIG_INTEGER;
  }

  @Override
  void decodeBits(long bits) {
    setNull(false);
    switch (form) {
      case DOUBLE:
        real = Double.longBitsToDouble(bits);
        break;
      case FLOAT:
        real = Float.intBitsToFloat((int) bits);
        break;
      case LONG:
        setInteger(bits);
        break;
      case DATE:
        int days = (int) bits ^ Integer.MIN_VALUE;
        setInteger(days);
        break;
      case INT:
        int number = (int) bits;
        setInteger(number);
        break;
      case SHORT:
        setInteger((short) bits);
        break;
      default:
        setInteger((byte) bits);
        break;
    }
  }

  @Override
  void decodeAll(long[] bits, int size, double[] values) {
    if (form == Form.DOUBLE) {
      for (int index = 0; index < size; index++) {
        values[index] = Double.longBitsToDouble(bits[index]);
      }
      return;
    }
    for (int index = 0; index < size; index++) {
      decodeBits(bits[index]);
      values[index] = real;
    }
  }

  private void setInteger(long value) {
    integer = value;
    real = value;
  }

  /**
   * Cassandra takes an int or a bigint for a varint and hands over its bytes, so that most of them
   * need no object.
   */
  private void setVarint(ByteBuffer bytes, int at) {
    wide = null;
    switch (bytes.remaining()) {
      case Long.BYTES:
        setInteger(bytes.getLong(at));
        break;
      case Integer.BYTES:
        setInteger(bytes.getInt(at));
        break;
      default:
        setBigInteger(IntegerType.instance.compose(bytes));
    }
  }

  private void setBigInteger(BigInteger value) {
    if (toDouble) {
      real = value.doubleValue();
    } else if (value.bitLength() < Long.SIZE) {
      integer = value.longValue();
    } else {
      wide = value;
    }
  }

  @Override
  Object value() {
    if (isNull()) {
      return null;
    }
    if (toDouble) {
      return real;
    }
    if (parameter == int.class || parameter == Integer.class) {
      return asInt();
    }
    return asLong();
  }

  @Override
  double asDouble() {
    return real;
  }

  @Override
  long asLong() {
    return wide == null ? integer : WideNumbers.ofVarint(wide);
  }

  @Override
  int asInt() {
    return (int) asLong();
  }
}
