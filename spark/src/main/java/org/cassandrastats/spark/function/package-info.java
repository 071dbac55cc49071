/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Annotated methods as functions of Spark. Nothing here names one of them: annotations say which
 * there are. Of Spark, only what 3.5 (Scala 2.12) and 4 (Scala 2.13) have in common is called.
 */
package org.cassandrastats.spark.function;
