/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Publishes a public static method as a CQL function, and the aggregates that are built on it.
 *
 * <p>This annotation is the only registration there is: the CQL scripts, the catalogue, {@code
 * verify} and the function reference are all made from it. The family of a function is the last
 * segment of its package. Parameter names and types are those of the method; its Javadoc becomes
 * the reference.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface CqlFunction {
  /** The unqualified CQL name, for example {@code moments_mean}. */
  String value();

  /**
   * Whether the function is called when an argument is null. False gives {@code RETURNS NULL ON
   * NULL INPUT}: numbers arrive as primitives and the result cannot be null. True gives {@code
   * CALLED ON NULL INPUT}: every parameter and the result are reference types.
   */
  boolean calledOnNullInput() default false;

  /**
   * The CQL type of the result where the type of the method does not say it: {@code date}, of a
   * method that returns the days since 1970 as an {@code int}.
   */
  String returns() default "";

  /**
   * The aggregates whose state function is this method, or another method of its class with its
   * name and as many parameters: one of these names them for all.
   */
  Aggregate[] aggregates() default {};

  /**
   * Known answers, which documentation shows and {@code verify} asks for, such as {@code
   * moments_mean(moments(position)) = -0.2}: a CQL selector and its result as a CQL literal. The
   * rows have one column, {@code position}, an int with the values 1, 0, -1, -1, 0 in this order.
   */
  String[] examples() default {};

  /**
   * Names of the same in other systems, such as {@code irate (Prometheus)}: the function reference
   * lists them.
   */
  String[] elsewhere() default {};

  /** An aggregate: the annotated method accumulates rows, another function finishes the state. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Aggregate {
    /** The unqualified CQL name, for example {@code mean}. */
    String value();

    /**
     * The CQL name of the function that turns the last state into the result; empty where the
     * result is the state itself. <code>{parameter}</code> stands for the CQL type of the parameter
     * of that name, so that overloads can be finished by type.
     */
    String finish() default "";

    /**
     * The function that answers the same of a state that merges: of the aggregate over the first
     * argument that is named after the family, with the other arguments behind it. The client asks
     * for that state. Empty where another aggregate with the same state function gives it.
     */
    String asks() default "";

    /**
     * A CQL type: of the methods that share the aggregate, those without a parameter that is
     * overloaded with it have it not. Empty where all have it.
     */
    String only() default "";

    /** The state before the first row: the {@code INITCOND} of the aggregate. */
    byte[] initial() default {};

    /** One sentence for the function reference: what the aggregate computes. */
    String summary();

    /** Known answers of the aggregate. */
    String[] examples() default {};

    /** Names of the same in other systems. */
    String[] elsewhere() default {};

    /**
     * The largest states, of an aggregate that gives states: tests and benchmarks of all families
     * take them.
     */
    Largest[] largest() default {};
  }

  /** The size of the largest state of an aggregate over doubles. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Largest {
    /**
     * What stands behind the value in the call: literals, or {@code value} again; for example
     * {@code -3.0, 3.0, 4096}.
     */
    String arguments() default "";

    /** Bytes that a final state has at most, and that some rows lead to. */
    int bytes();
  }
}
