/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands that a page shows, run as they stand there. */
public final class GuideCommands {
  private static final String SHELL = "```sh\nbin/cassandra-stats ";
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|[^\\s\\\\]+");

  private GuideCommands() {}

  /** The text of a file of the repository. */
  public static String read(String file) throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve(file))) {
      root = root.getParent();
    }
    return Files.readString(root.resolve(file));
  }

  /** The blocks that begin a line: those inside a list only show a part. */
  public static List<String> of(String page) throws IOException {
    String text = read(page);
    List<String> commands = new ArrayList<>();
    for (int from = text.indexOf(SHELL); from >= 0; from = text.indexOf(SHELL, from + 1)) {
      int start = from + SHELL.length();
      commands.add(text.substring(start, text.indexOf("```", start)));
    }
    return commands;
  }

  /**
   * Runs a command on a node instead of the one that it names.
   *
   * @param directory for the file of the driver, by which the command logs in
   */
  public static CommandLineRun run(NativeNode node, Path directory, String command) {
    return run(
        command,
        "--driver-config",
        node.configuration(directory, "cassandra", "cassandra").toString());
  }

  /** Runs a command on a node that wants no login, instead of the one that it names. */
  public static CommandLineRun run(InetSocketAddress node, String command) {
    return run(command, "--contact-point", node.getHostString() + ":" + node.getPort());
  }

  private static CommandLineRun run(String command, String option, String value) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(command);
    while (matcher.find()) {
      words.add(matcher.group(1) == null ? matcher.group() : matcher.group(1));
    }
    int contactPoint = words.indexOf("--contact-point");
    assertThat(contactPoint).isNotNegative();
    words.set(contactPoint, option);
    words.set(contactPoint + 1, value);
    return CommandLineRun.of(words.toArray(String[]::new));
  }
}
