/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.cql3.AssignmentTestable.TestResult;
import org.apache.cassandra.cql3.FieldIdentifier;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.ByteArrayAccessor;
import org.apache.cassandra.db.marshal.ByteBufferAccessor;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.ListType;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.ReversedType;
import org.apache.cassandra.db.marshal.SetType;
import org.apache.cassandra.db.marshal.TupleType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.marshal.UserType;
import org.apache.cassandra.db.marshal.VectorType;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.bytecomparable.ByteComparable;
import org.apache.cassandra.utils.bytecomparable.ByteSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How the types stand to blobs, to each other, and to types that contain them. */
class StateTypeRelationsTest {
  private static final ByteComparable.Version VERSION = ByteComparable.Version.OSS50;

  static List<StateType> types() {
    return FixtureStates.types();
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_be_taken_for_a_blob_and_take_one(StateType type) {
    assertThat(type.testAssignment(BytesType.instance).isAssignable()).isTrue();
    assertThat(BytesType.instance.testAssignment(type).isAssignable()).isTrue();
    assertThat(type.testAssignment(type)).isEqualTo(TestResult.EXACT_MATCH);
    assertThat(type.isValueCompatibleWith(BytesType.instance)).isTrue();
    assertThat(BytesType.instance.isValueCompatibleWith(type)).isTrue();
    assertThat(type.isSerializationCompatibleWith(BytesType.instance)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_not_take_other_states_or_text(StateType type) {
    assertThat(UTF8Type.instance.testAssignment(type).isAssignable()).isFalse();
    for (StateType other : types()) {
      assertThat(other.testAssignment(type).isAssignable()).isEqualTo(other == type);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_compare_as_unsigned_bytes(StateType type) {
    List<byte[]> values = new ArrayList<>(FixtureStates.all().values());
    values.add(new byte[0]);
    values.add(new byte[] {(byte) 0xff});
    values.add(new byte[] {0, 0});
    for (byte[] left : values) {
      for (byte[] right : values) {
        int expected = Integer.signum(Arrays.compareUnsigned(left, right));
        assertThat(Integer.signum(type.compare(ByteBuffer.wrap(left), ByteBuffer.wrap(right))))
            .isEqualTo(expected);
        assertThat(
                Integer.signum(
                    type.compare(
                        left,
                        ByteArrayAccessor.instance,
                        ByteBuffer.wrap(right),
                        ByteBufferAccessor.instance)))
            .isEqualTo(expected);
        assertThat(
                Integer.signum(
                    ByteComparable.compare(
                        comparable(type, left), comparable(type, right), VERSION)))
            .isEqualTo(expected);
      }
      ByteSource.Peekable source =
          ByteSource.peekable(type.asComparableBytes(ByteBuffer.wrap(left), VERSION));
      assertThat(type.fromComparableBytes(source, VERSION)).isEqualTo(ByteBuffer.wrap(left));
    }
  }

  private static ByteComparable comparable(StateType type, byte[] value) {
    return version -> type.asComparableBytes(ByteBuffer.wrap(value), version);
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_be_no_clustering_column(StateType type) {
    assertThatThrownBy(type::checkComparable)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(type.toString())
        .hasMessageContaining("PRIMARY KEY");
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_be_found_in_other_types(StateType type) {
    AbstractType<?> user = userType(Int32Type.instance, type);
    for (AbstractType<?> containing :
        List.of(
            type,
            ReversedType.getInstance(type),
            ReversedType.getInstance(ListType.getInstance(type, false)),
            ListType.getInstance(type, true),
            SetType.getInstance(type, false),
            MapType.getInstance(type, Int32Type.instance, true),
            MapType.getInstance(Int32Type.instance, type, true),
            new TupleType(List.of(Int32Type.instance, type)),
            user,
            ListType.getInstance(user, true),
            VectorType.getInstance(type, 2))) {
      assertThat(StateType.isIn(containing)).as("%s", containing).isTrue();
    }
  }

  @Test
  void should_not_be_found_where_it_is_not() {
    for (AbstractType<?> other :
        List.of(
            BytesType.instance,
            Int32Type.instance,
            ListType.getInstance(BytesType.instance, true),
            userType(Int32Type.instance, BytesType.instance))) {
      assertThat(StateType.isIn(other)).as("%s", other).isFalse();
    }
  }

  /** Cassandra's own collections, tuples and user types hand each element on. */
  @ParameterizedTest
  @MethodSource("types")
  void should_validate_within_other_types(StateType type) {
    ByteBuffer state = FixtureStates.state(FixtureStates.names(type).get(0));
    ByteBuffer noState = ByteBuffer.wrap(new byte[] {1, 2, 3});
    ListType<ByteBuffer> list = ListType.getInstance(type, false);
    TupleType tuple = new TupleType(List.of(Int32Type.instance, type));

    list.validate(list.decompose(List.of(state, ByteBuffer.allocate(0))));
    tuple.validate(TupleType.buildValue(ByteBufferUtil.bytes(5), state));
    tuple.validate(TupleType.buildValue(ByteBufferUtil.bytes(5), null));

    assertThatThrownBy(() -> list.validate(list.decompose(List.of(state, noState))))
        .isInstanceOf(MarshalException.class)
        .hasMessageContaining(type.family() + " state");
    assertThatThrownBy(() -> tuple.validate(TupleType.buildValue(ByteBufferUtil.bytes(5), noState)))
        .isInstanceOf(MarshalException.class)
        .hasMessageContaining(type.family() + " state");
  }

  private static UserType userType(AbstractType<?>... fields) {
    List<FieldIdentifier> names = new ArrayList<>();
    for (int i = 0; i < fields.length; i++) {
      names.add(FieldIdentifier.forUnquoted("field" + i));
    }
    return new UserType("ks", ByteBufferUtil.bytes("udt"), names, List.of(fields), true);
  }
}
