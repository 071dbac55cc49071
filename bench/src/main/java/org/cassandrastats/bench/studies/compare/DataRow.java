/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.util.List;

/**
 * A row of the data.
 *
 * @param number its line of the file, or which one it is of the generated ones
 * @param cells a text for each column
 */
record DataRow(long number, List<String> cells) {}
