/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.cql3.functions.UDFDataType;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.TupleType;
import org.apache.cassandra.db.marshal.UserType;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.ByteBufferUtil;

/** Results as bytes, written as those of a user-defined function are. */
abstract class ResultType {
  static ResultType of(AbstractType<?> type, Class<?> java) {
    if (type == SimpleDateType.instance) {
      return new Days();
    }
    return type.isUDT() ? new Fields((UserType) type, java) : new Simple(type);
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

  /** Days since 1970 as a date. */
  private static final class Days extends ResultType {
    @Override
    ByteBuffer bytes(Object result, ProtocolVersion version) {
      return result == null ? null : ByteBufferUtil.bytes((Integer) result ^ Integer.MIN_VALUE);
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
      return TupleType.buildValue(values);
    }
  }
}
