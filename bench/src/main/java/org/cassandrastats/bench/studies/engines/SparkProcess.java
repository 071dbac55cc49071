/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.measure.JsonProcess;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.console.UserError;

/** Spark in a process of its own, with a directory of its own; both go with this program. */
final class SparkProcess implements AutoCloseable {
  private static final String MAIN = "org.cassandrastats.bench.spark.SparkServer";

  /** As many threads as there are processors. */
  static final String ALL = "*";

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

  private final JsonProcess process;
  private final double startSeconds;

  /**
   * Starts Spark and waits until it can be asked.
   *
   * @param session to the nodes that it is to read
   * @param heap its largest, such as "2g"
   * @param prefix what the command is an argument of; may be empty
   * @param threads of its tasks, or {@link #ALL}
   * @throws UserError if it does not start
   */
  SparkProcess(
      CqlSession session, ClassPath classPath, String heap, List<String> prefix, String threads) {
    long start = System.nanoTime();
    process =
        new JsonProcess(
            "Spark",
            directory -> {
              ProcessBuilder builder =
                  new ProcessBuilder(
                      commandLine(directory, prefix, classPath, heap, arguments(session, threads)));
              // Spark is not to look for another address of this machine.
              builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
              return builder;
            });
    process.read(EngineAnswer.class);
    startSeconds = (System.nanoTime() - start) / 1e9;
  }

  private static List<String> commandLine(
      Path directory,
      List<String> prefix,
      ClassPath classPath,
      String heap,
      List<String> arguments) {
    List<String> line = new ArrayList<>(prefix);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-Xmx" + heap);
    line.add("-Djava.io.tmpdir=" + directory);
    OPENED.forEach(opened -> line.add("--add-opens=" + opened + "=ALL-UNNAMED"));
    line.addAll(List.of("-cp", classPath.text(), MAIN));
    line.add(directory.toString());
    line.addAll(arguments);
    return line;
  }

  private static List<String> arguments(CqlSession session, String threads) {
    String datacenter = session.getMetadata().getNodes().values().iterator().next().getDatacenter();
    return List.of("local[" + threads + "]", nodes(session), datacenter, Request.keyspace());
  }

  private static String nodes(CqlSession session) {
    return session.getMetadata().getNodes().values().stream()
        .map(node -> (InetSocketAddress) node.getEndPoint().resolve())
        .map(address -> address.getAddress().getHostAddress() + ":" + address.getPort())
        .sorted()
        .collect(Collectors.joining(","));
  }

  /** Bytes of the files that Spark has copied a table into. */
  long parquetBytes(Extent extent) {
    String copy = Request.name(EngineTables.table(extent)) + ".parquet";
    try (Stream<Path> files = Files.list(process.directory().resolve(copy))) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** How long it took to start the process and Spark in it. */
  double startSeconds() {
    return startSeconds;
  }

  /**
   * Has Spark carry out a request.
   *
   * @throws UserError if the process has ended
   */
  EngineAnswer send(Request request) {
    return process.send(request, EngineAnswer.class);
  }

  /** Ends the process and removes its files. */
  @Override
  public void close() {
    process.close();
  }

  /**
   * What Spark is to do, as its process reads it.
   *
   * @param task {@code ASK} or {@code STORE}
   * @param source {@code CONNECTOR}, {@code SOURCE}, {@code PARQUET} or {@code CACHED}
   * @param table without its keyspace
   * @param consistency level of reads by the connector; null for other sources
   * @param select expressions of Spark SQL; null where nothing is asked
   * @param where a condition of Spark SQL; null for all rows
   * @param sql a query of the rows, which it calls <code>{rows}</code>, instead of both; may be
   *     null
   */
  record Request(
      String task,
      String source,
      String table,
      String consistency,
      List<String> select,
      String where,
      String sql) {

    /** Copies a table into a source. */
    static Request store(String source, Extent extent) {
      return new Request("STORE", source, name(EngineTables.table(extent)), null, null, null, null);
    }

    /** Asks for one row. */
    static Request ask(String source, Extent extent, String consistency, SparkAggregate aggregate) {
      return new Request(
          "ASK",
          source,
          name(EngineTables.table(extent)),
          consistency,
          List.copyOf(aggregate.sparkSql()),
          extent == Extent.PARTITION ? "sensor = 1" : null,
          null);
    }

    /** Asks for all rows of a query of the whole table, each of them numbers. */
    static Request query(String source, String consistency, String sql) {
      return new Request(
          "ASK", source, name(EngineTables.table(Extent.TABLE)), consistency, null, null, sql);
    }

    private static String name(String table) {
      return table.substring(table.indexOf('.') + 1);
    }

    static String keyspace() {
      return BenchKeyspace.TABLE.substring(0, BenchKeyspace.TABLE.indexOf('.'));
    }
  }

  /**
   * What Spark is started with. Its libraries and those of this program do not share a class path.
   *
   * @param text as an argument of Java
   */
  record ClassPath(String text) {
    private static final Path IN_A_CHECKOUT = Path.of("bench", "spark", "target", "classpath");

    /**
     * Reads what the build of the module {@code spark} has written.
     *
     * @param file beside the classes of the module; null for that of this checkout
     * @throws UserError if it is not there
     */
    static ClassPath of(Path file) {
      Path found = file == null ? checkout().resolve(IN_A_CHECKOUT) : file;
      Path classes = found.toAbsolutePath().resolveSibling("classes");
      if (!Files.isRegularFile(found) || !Files.isDirectory(classes)) {
        throw new UserError(
            """
            bench spark needs Apache Spark: in a checkout, run ./mvnw -Pspark -pl bench/spark -am -DskipTests package first
            (some 300 MB of libraries). There is no %s with the directory "classes" beside it."""
                .formatted(found));
      }
      try {
        return new ClassPath(classes + File.pathSeparator + Files.readString(found).strip());
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    /** The directory of the checkout that this program was built in. */
    private static Path checkout() {
      try {
        Path directory =
            Path.of(ClassPath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        while (directory.getParent() != null && !Files.exists(directory.resolve("mvnw"))) {
          directory = directory.getParent();
        }
        return directory;
      } catch (URISyntaxException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    /** The same with one more jar. */
    ClassPath with(Path jar) {
      return new ClassPath(text + File.pathSeparator + jar);
    }

    /**
     * The jar for Spark of this project.
     *
     * @param file null for that of this checkout
     * @throws UserError if it is not there
     */
    static Path jar(Path file) {
      Path found = file == null ? checkout().resolve(Path.of("spark", "target", jarName())) : file;
      if (!Files.isRegularFile(found)) {
        throw new UserError(
            """
            bench spark-source needs the jar for Spark: in a checkout, run
            ./mvnw -Pspark,spark-jar -pl bench/spark,spark -am -DskipTests package first. There is no %s."""
                .formatted(found));
      }
      return found.toAbsolutePath();
    }

    private static String jarName() {
      return "cassandra-stats-spark-%s.jar".formatted(CatalogueFile.read().version());
    }

    /** The versions of Spark and of the connector. */
    String versions() {
      return "Apache Spark %s, spark-cassandra-connector %s"
          .formatted(version("spark-sql"), version("spark-cassandra-connector"));
    }

    private String version(String artifact) {
      Matcher jar = Pattern.compile(artifact + "_[0-9.]+-([0-9.]+)\\.jar").matcher(text);
      return jar.find() ? jar.group(1) : "of an unknown version";
    }
  }
}
