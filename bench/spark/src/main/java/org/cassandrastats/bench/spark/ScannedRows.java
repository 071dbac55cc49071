/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.spark;

import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.collection.JavaConverters;

/** The rows that a plan which has run has read from its sources, by Spark's own count. */
final class ScannedRows {
  private static final String OUTPUT = "numOutputRows";

  private ScannedRows() {}

  /** The sum over all scans. */
  static long of(SparkPlan plan) {
    if (plan instanceof AdaptiveSparkPlanExec adaptive) {
      return of(adaptive.executedPlan());
    }
    if (plan instanceof QueryStageExec stage) {
      return of(stage.plan());
    }
    if (plan.children().isEmpty()) {
      SQLMetric rows = plan.metrics().get(OUTPUT).getOrElse(() -> null);
      return rows == null ? 0 : rows.value();
    }
    long rows = 0;
    for (SparkPlan child : JavaConverters.seqAsJavaList(plan.children())) {
      rows += of(child);
    }
    return rows;
  }
}
