/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.localcluster.node.Node;

/** The real cqlsh: the one that {@code $CQLSH} names, or else the one from PyPI. */
public final class Cqlsh {
  private static final String PACKAGE = "cqlsh==6.2.2";

  /** Where {@code SOURCE 'cql/...'} is found. */
  private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

  private final List<String> command;

  private Cqlsh(List<String> command) {
    this.command = command;
  }

  /** For a node without authentication. */
  public static Cqlsh of(Node node) {
    return new Cqlsh(commandFor(node));
  }

  /** For a node without authentication, by its address. */
  public static Cqlsh of(InetSocketAddress address) {
    return new Cqlsh(commandFor(address));
  }

  /** Logged in. */
  public static Cqlsh of(Node node, String user, String password) {
    List<String> command = commandFor(node);
    command.addAll(List.of("-u", user, "-p", password));
    return new Cqlsh(command);
  }

  /** The same in a keyspace that exists. */
  public Cqlsh in(String keyspace) {
    List<String> with = new ArrayList<>(command);
    with.addAll(List.of("-k", keyspace));
    return new Cqlsh(with);
  }

  /** The same, waiting for an answer for a number of whole seconds. */
  public Cqlsh requestTimeout(Duration timeout) {
    List<String> with = new ArrayList<>(command);
    // The last one counts.
    with.add("--request-timeout=" + timeout.toSeconds());
    return new Cqlsh(with);
  }

  /** Runs the statements of a file. */
  public CommandResult file(Path script) {
    return run("-f", script.toString());
  }

  /** Runs statements. */
  public CommandResult statements(String statements) {
    return run("-e", statements);
  }

  /** Starts to run statements; the output is thrown away. */
  public Process start(String statements) {
    try {
      return new ProcessBuilder(line("-e", statements))
          .directory(CHECKOUT.toFile())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private List<String> line(String... arguments) {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of(arguments));
    return line;
  }

  private CommandResult run(String... arguments) {
    try {
      return CommandResult.of(line(arguments), CHECKOUT);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static List<String> commandFor(Node node) {
    return commandFor(node.address());
  }

  private static List<String> commandFor(InetSocketAddress address) {
    List<String> command = new ArrayList<>();
    command.add(executable());
    command.addAll(List.of("--no-color", "--request-timeout=60", "--connect-timeout=30"));
    command.addAll(List.of(address.getHostString(), Integer.toString(address.getPort())));
    return command;
  }

  private static String executable() {
    String configured = System.getenv("CQLSH");
    return configured == null || configured.isEmpty()
        ? new PythonTool(PACKAGE).executable("cqlsh").toString()
        : configured;
  }
}
