/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The CQL types that a parameter accepts, one overload of the function for each. Each is converted
 * to the type of the Java parameter without loss where that type can hold it: int, bigint, varint
 * and timestamp (milliseconds since 1970) to {@code long}; int, bigint, varint, float and double to
 * {@code double}; date (days since 1970) to {@code int}; ascii to {@code String}.
 *
 * <p>Where varint is named, Cassandra takes an int, a bigint or a timestamp for one, so that one
 * function serves all of them. It takes a float for no double, and an int for no bigint. Where the
 * result depends on the type of the argument, each type is named.
 *
 * <p>A text that is written into a statement is exactly an ascii to Cassandra, and only nearly a
 * text: where overloads of one name take a text and a timestamp in the same place, the text has to
 * be an ascii.
 *
 * <p>Where bigint is named, Cassandra takes a timestamp for one, in milliseconds since 1970.
 *
 * <p>Cassandra takes a column of any type for a blob: a {@code ByteBuffer} that is annotated so is
 * a value of any type, as its bytes, and no state.
 *
 * <p>Native functions accept every numeric type at such a parameter: tinyint, smallint, int,
 * bigint, counter and varint where bigint or varint is named, float and decimal where double is.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Overloads {
  /** CQL type names: int, bigint, varint, float, double, timestamp, date, ascii or blob. */
  String[] value();

  /**
   * Whether native functions accept no other types here: those that another overload takes as their
   * bytes.
   */
  boolean exactly() default false;
}
