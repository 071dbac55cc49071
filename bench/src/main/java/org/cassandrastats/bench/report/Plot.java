/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import org.knowm.xchart.internal.chartpart.Chart;

/**
 * A plot of a report.
 *
 * @param name of its files, without the ending
 * @param caption what it shows, for those who cannot see it
 */
public record Plot(String name, String caption, Chart<?, ?> chart) {}
