/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.cluster;

/**
 * What cqlsh left behind.
 *
 * @param exitCode 0 if every statement succeeded
 * @param output its standard output
 * @param errors its standard error
 */
public record ScriptOutput(int exitCode, String output, String errors) {}
