/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.cassandrastats.bench.nodes.BenchLane;

/** What a study is measured on and how often, unless its options say otherwise. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Inherited
public @interface StudyDefaults {
  /** The lanes of throw-away nodes; empty for all of them. */
  BenchLane[] lanes() default {};

  /** How many throw-away nodes there are for each lane, with each row on all of them. */
  int nodes() default 1;

  /** Whether it calls the pack's functions, which have to answer then. */
  boolean functions() default true;

  /** How many runs of each cell count. */
  int runs() default 5;

  /** Whether each cell is also asked once with tracing. */
  boolean traced() default false;
}
