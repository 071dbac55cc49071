/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.Function;
import org.apache.cassandra.cql3.functions.UDFDataType;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UserType;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.ByteBufferUtil;

/** Results as bytes, written as those of a user-defined function are. */
abstract class ResultType {
  static ResultType of(AbstractType<?> type, Class<?> java) {
    if (type == SimpleDateType.instance) {
      return new Written(days -> ByteBufferUtil.bytes((Integer) days ^ Integer.MIN_VALUE));
    }
    if (type == LongType.instance) {
      return new Written(number -> ByteBufferUtil.bytes(((Long) number).longValue()));
    }
    if (type == TimestampType.instance) {
      return new Written(ResultType::millis);
    }
    if (type == DoubleType.instance) {
      return new Written(number -> ByteBufferUtil.bytes(((Double) number).doubleValue()));
    }
    return type.isUDT() ? new Fields((UserType) type, java) : new Simple(type);
  }

  @SuppressWarnings("JavaUtilDate") // What methods give for a timestamp.
  private static ByteBuffer millis(Object date) {
    return ByteBufferUtil.bytes(((Date) date).getTime());
  }

  /** The bytes of a result; null for null. */
  abstract ByteBuffer bytes(Object result, ProtocolVersion version);

  private static final class Simple extends ResultType {
    private final UDFDataType type;

    Simple(AbstractType<?> type) {
      this.type = UDFDataType.wrap(type, false);
    }

    @Override
    ByteBuffer bytes(Object result, ProtocolVersion version) {
      return type.decompose(version, result);
    }
  }

  /**
   * Values that are given for each row, such as the buckets by which rows are grouped: Cassandra's
   * own way looks at their class by reflection each time.
   */
  private static final class Written extends ResultType {
    private final Function<Object, ByteBuffer> writer;

    Written(Function<Object, ByteBuffer> writer) {
      this.writer = writer;
    }

    @Override
    ByteBuffer bytes(Object result, ProtocolVersion version) {
      return result == null ? null : writer.apply(result);
    }
  }

  /** The public fields of an object, in their order, as a user-defined type. */
  private static final class Fields extends ResultType {
    private final List<Field> fields = new ArrayList<>();
    private final List<ResultType> types = new ArrayList<>();

    Fields(UserType type, Class<?> java) {
      for (Field field : java.getFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          types.add(of(type.type(fields.size()), field.getType()));
          fields.add(field);
        }
      }
    }

    /** Each with its length in front, which is -1 for null. */
    private static ByteBuffer tuple(ByteBuffer[] values) {
      int size = 0;
      for (ByteBuffer value : values) {
        size += Integer.BYTES + (value == null ? 0 : value.remaining());
      }
      ByteBuffer tuple = ByteBuffer.allocate(size);
      for (ByteBuffer value : values) {
        if (value == null) {
          tuple.putInt(-1);
        } else {
          tuple.putInt(value.remaining()).put(value.duplicate());
        }
      }
      return tuple.flip();
    }

    @Override
    ByteBuffer bytes(Object result, ProtocolVersion version) {
      if (result == null) {
        return null;
      }
      ByteBuffer[] values = new ByteBuffer[fields.size()];
      for (int index = 0; index < values.length; index++) {
        try {
          values[index] = types.get(index).bytes(fields.get(index).get(result), version);
        } catch (IllegalAccessException hidden) {
          throw new IllegalStateException(hidden);
        }
      }
      return tuple(values);
    }
  }
}
