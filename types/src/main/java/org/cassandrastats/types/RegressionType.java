/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.regression.Regression;
import org.cassandrastats.udf.regression.RegressionCheck;

/** A column of regression states, in CQL {@code 'org.cassandrastats.types.RegressionType'}. */
public abstract class RegressionType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(RegressionType.class, "regression", RegressionCheck::checked, Regression::text);

  private RegressionType() {}
}
