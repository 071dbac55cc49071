/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.serializers.TypeSerializer;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.Hex;

/**
 * A column type whose values are the states of one family: a blob that is checked when it is
 * written. The check is the one that every function of the family makes. The empty blob is a state,
 * that of no rows.
 *
 * <p>The bytes are those of the blob, so that a function that takes or gives a blob works on a
 * typed column as well. They are compared as bytes, which says nothing of what the states mean:
 * such a column can be no part of a primary key.
 */
public abstract class StateType extends AbstractType<ByteBuffer> {
  /** Characters of a refused literal that an error message shows. */
  private static final int SHOWN = 40;

  private final String name;
  private final String family;
  private final StateSerializer serializer;
  private final StateJson json;

  /**
   * The type of a family.
   *
   * @param name the class by whose name Cassandra finds the type and keeps it in schemas
   * @param family the name of the family, as in its functions
   * @param check throws an {@link IllegalArgumentException} for what is neither a state nor empty
   * @param text a valid state in words, or null
   */
  StateType(
      Class<?> name, String family, Consumer<ByteBuffer> check, Function<ByteBuffer, String> text) {
    super(ComparisonType.BYTE_ORDER);
    this.name = name.getName();
    this.family = family;
    this.serializer = new StateSerializer(check);
    this.json = new StateJson(family, text);
  }

  /** The name of the family whose states these are, as in its functions. */
  public final String family() {
    return family;
  }

  /** Whether a type is a state type, or has one in it. */
  public static boolean isIn(AbstractType<?> type) {
    // The type of a clustering column in descending order is wrapped.
    AbstractType<?> whole = type.unwrap();
    if (whole instanceof StateType) {
      return true;
    }
    for (AbstractType<?> part : whole.subTypes()) {
      if (isIn(part)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The state that a literal in hexadecimal stands for, with or without 0x in front.
   *
   * @throws MarshalException if it is not hexadecimal, or no state
   */
  @Override
  public final ByteBuffer fromString(String source) {
    String digits =
        source.startsWith("0x") || source.startsWith("0X") ? source.substring(2) : source;
    ByteBuffer state;
    try {
      state = ByteBuffer.wrap(Hex.hexToBytes(digits));
    } catch (NumberFormatException notHexadecimal) {
      throw new InvalidStateException(
          "expected a "
              + family
              + " state in hexadecimal, such as 0x01..., with or without 0x, found '"
              + InvalidStateException.start(source, SHOWN)
              + "'",
          notHexadecimal);
    }
    validate(state);
    return state;
  }

  /**
   * The state in a JSON value: what {@link #toJSONString} gives, or its string {@code state} alone.
   *
   * @throws MarshalException if it is neither, or no state
   */
  final ByteBuffer fromJson(Object parsed) {
    return fromString(json.hexadecimal(parsed));
  }

  /**
   * A JSON object of the state in words, for people, and in hexadecimal: {@code {"text": "...",
   * "state": "0x..."}}. Where the bytes are no state after all, the text says what is wrong.
   */
  @Override
  public final String toJSONString(ByteBuffer buffer, ProtocolVersion protocolVersion) {
    return json.of(buffer);
  }

  @Override
  public final TypeSerializer<ByteBuffer> getSerializer() {
    return serializer;
  }

  /** True: the empty blob is the state of no rows. */
  @Override
  public final boolean allowsEmpty() {
    return true;
  }

  /** What a column that is masked by default shows: the state of no rows. */
  @Override
  public final ByteBuffer getMaskedValue() {
    return ByteBufferUtil.EMPTY_BYTE_BUFFER;
  }

  /** The result of a function that gives a blob may be written to the column. */
  @Override
  protected final boolean isValueCompatibleWithInternal(AbstractType<?> other) {
    return this == other || other == BytesType.instance;
  }

  /** Refuses a clustering column: Cassandra asks this of each. */
  @Override
  public final void checkComparable() {
    throw new InvalidRequestException(
        this + " cannot be part of a PRIMARY KEY: states have no order and change as rows come in");
  }

  @Override
  public final String toString() {
    return name;
  }
}
