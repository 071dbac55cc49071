/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.util.List;

/**
 * The errors of one library over columns of one kind.
 *
 * @param library its name
 * @param k the library's own parameter
 * @param bytes of the stored state of the first column
 * @param points one for each quantile of {@link ErrorStudy#QUANTILES}
 */
record LibraryErrors(String library, int k, int bytes, List<Point> points) {}
