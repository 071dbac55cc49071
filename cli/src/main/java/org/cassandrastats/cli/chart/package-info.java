/* SPDX-License-Identifier: Apache-2.0 */

/** Results as pictures, in a terminal and as SVG. */
package org.cassandrastats.cli.chart;
