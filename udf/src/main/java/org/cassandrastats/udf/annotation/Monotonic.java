/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The result never decreases where this argument grows and all others stay. Rows that are read in
 * the order of a clustering column then come group by group, so that {@code GROUP BY} takes the
 * native function of that column. A function has one such parameter at most.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Monotonic {}
