/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.spark;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.node.ChildProcess;
import org.cassandrastats.cli.node.FileTree;
import org.cassandrastats.cli.node.LogTail;

/** Spark in a process of its own, with a directory of its own; both go with this program. */
public final class SparkProcess implements AutoCloseable {
  private static final String MAIN = "org.cassandrastats.bench.spark.SparkServer";
  private static final int LINES_OF_LOG = 30;

  /** What Spark 3.5 asks for on Java 17: its class JavaModuleOptions. */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.base/sun.nio.cs",
          "java.base/sun.security.action",
          "java.base/sun.util.calendar",
          "java.security.jgss/sun.security.krb5");

  private final ObjectMapper json = new ObjectMapper();
  private final Path directory;
  private final ChildProcess child;
  private final BufferedWriter requests;
  private final BufferedReader answers;
  private final double startSeconds;

  /**
   * Starts Spark and waits until it can be asked.
   *
   * @param session to the nodes that it is to read
   * @param heap its largest, such as "2g"
   * @throws UserError if it does not start
   */
  public SparkProcess(CqlSession session, SparkClassPath classPath, String heap) {
    long start = System.nanoTime();
    try {
      directory = Files.createTempDirectory("cassandra-stats-bench-spark");
      child = new ChildProcess("Spark", this::removeDirectory);
      boolean ready = false;
      try {
        ProcessBuilder builder =
            new ProcessBuilder(commandLine(nodes(session), classPath, heap))
                .redirectError(log().toFile());
        // Spark is not to look for another address of this machine.
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        Process process = child.start(builder);
        requests = process.outputWriter();
        answers = process.inputReader();
        read();
        ready = true;
      } finally {
        if (!ready) {
          child.kill();
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    startSeconds = (System.nanoTime() - start) / 1e9;
  }

  private List<String> commandLine(String nodes, SparkClassPath classPath, String heap) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-Xmx" + heap);
    line.add("-Djava.io.tmpdir=" + directory);
    OPENED.forEach(opened -> line.add("--add-opens=" + opened + "=ALL-UNNAMED"));
    line.addAll(List.of("-cp", classPath.text(), MAIN));
    line.addAll(List.of(nodes, SparkRequest.keyspace(), directory.toString()));
    return line;
  }

  private static String nodes(CqlSession session) {
    return session.getMetadata().getNodes().values().stream()
        .map(node -> (InetSocketAddress) node.getEndPoint().resolve())
        .map(address -> address.getAddress().getHostAddress() + ":" + address.getPort())
        .sorted()
        .collect(Collectors.joining(","));
  }

  private Path log() {
    return directory.resolve("spark.log");
  }

  /** How long it took to start the process and Spark in it. */
  public double startSeconds() {
    return startSeconds;
  }

  /**
   * Has Spark carry out a request.
   *
   * @throws UserError if the process has ended
   */
  public SparkAnswer send(SparkRequest request) {
    try {
      requests.write(json.writeValueAsString(request));
      requests.newLine();
      requests.flush();
      return read();
    } catch (IOException failed) {
      throw ended(failed);
    }
  }

  private SparkAnswer read() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw ended(null);
    }
    return json.readValue(line, SparkAnswer.class);
  }

  private UserError ended(IOException cause) {
    return new UserError(
        "Spark has ended. The end of its log:%n%s".formatted(LogTail.of(log(), LINES_OF_LOG)),
        cause);
  }

  private void removeDirectory() {
    try {
      FileTree.remove(directory);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Ends the process and removes its files. */
  @Override
  public void close() {
    child.kill();
  }
}
