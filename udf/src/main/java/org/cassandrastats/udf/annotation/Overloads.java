/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The CQL types that a parameter accepts, one overload of the function for each: CQL widens no
 * argument by itself. Each is converted to the type of the Java parameter without loss where that
 * type can hold it: int, bigint and timestamp (milliseconds since 1970) to {@code long}; int,
 * bigint, float and double to {@code double}; date (days since 1970) to {@code int}; ascii to
 * {@code String}.
 *
 * <p>A text that is written into a statement is exactly an ascii to Cassandra, and only nearly a
 * text: where overloads of one name take a text and a timestamp in the same place, the text has to
 * be an ascii.
 *
 * <p>Where bigint is named, Cassandra takes a timestamp for one, in milliseconds since 1970.
 *
 * <p>Native functions accept every numeric type at such a parameter: tinyint, smallint, int,
 * counter and varint where bigint is named, float and decimal where double is.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Overloads {
  /** CQL type names: int, bigint, float, double, timestamp, date or ascii. */
  String[] value();
}
