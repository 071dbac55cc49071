/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

/**
 * A command that the command line finds by {@link java.util.ServiceLoader}: so it offers {@code
 * bench} where that is on the class path, and depends on nothing of it.
 */
public interface Subcommand {}
