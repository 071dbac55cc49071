/* SPDX-License-Identifier: Apache-2.0 */

/** What is in a table, as one page. */
package org.cassandrastats.cli.report;
