/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

/**
 * A command of another module. The command line finds it by {@link java.util.ServiceLoader}, so
 * that it offers {@code bench} where that is on the class path and depends on nothing of it.
 */
public interface Subcommand {}
