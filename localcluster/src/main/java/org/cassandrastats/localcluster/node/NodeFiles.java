/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Where a node keeps its files. */
record NodeFiles(Path root) {
  Path configuration() {
    return root.resolve("cassandra.yaml");
  }

  Path logConfiguration() {
    return root.resolve("logback.xml");
  }

  Path log() {
    return root.resolve("node.log");
  }

  /** Cassandra's own storage directory; its data, commit log and so on are below. */
  Path storage() {
    return root.resolve("storage");
  }

  /** The schema as Cassandra stores it. */
  Path schema() {
    return storage().resolve("data").resolve("system_schema");
  }

  /** The port for other nodes of the node whose files these are; 0 if there has been none. */
  int earlierStoragePort() {
    try {
      return Files.exists(configuration())
          ? new YAMLMapper().readTree(configuration().toFile()).path("storage_port").asInt()
          : 0;
    } catch (IOException unreadable) {
      throw new LocalNodeException(
          "Cannot read " + configuration() + ": " + unreadable, unreadable);
    }
  }

  /** Makes what a node needs to start, over its data if there are some. */
  void create(NodeSettings settings) throws IOException {
    if (settings.schema() != null && !Files.exists(storage())) {
      FileTree.copy(settings.schema(), schema());
    }
    Files.createDirectories(storage());
    try (InputStream logback = NodeFiles.class.getResourceAsStream("logback.xml")) {
      Files.copy(logback, logConfiguration(), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** The process that a node runs in: its Java, class path, flags and files. */
  static ProcessBuilder process(
      NodeSettings settings,
      JavaHome java,
      List<Path> classPath,
      ClassArchive archive,
      NodeFiles files) {
    List<String> line = command(java);
    line.addAll(archive.arguments());
    line.add("-javaagent:" + jamm(classPath));
    line.add("-Xmx" + settings.heap());
    line.add("-Dcassandra.config=" + files.configuration().toUri());
    line.add("-Dcassandra.storagedir=" + files.storage());
    line.add("-Dcassandra-foreground=yes");
    line.add("-Dlogback.configurationFile=" + files.logConfiguration());
    line.add("-Djava.io.tmpdir=" + files.root());
    if (!settings.directoryKept()) {
      // Nothing has to survive a crash; a schema change then takes a quarter of the time.
      line.add("-Dcassandra.test.flush_local_schema_changes=false");
    }
    if (settings.serverJar()) {
      line.add(ServerJar.FLAG);
    }
    line.addAll(settings.jvmArguments());
    line.add("org.apache.cassandra.service.CassandraDaemon");

    ProcessBuilder builder = builder(line, classPath);
    builder.directory(files.root().toFile());
    builder.redirectInput(new File("/dev/null"));
    builder.redirectErrorStream(true);
    builder.redirectOutput(files.log().toFile());
    return builder;
  }

  /** Another program that uses Cassandra's classes: its Java, class path and flags. */
  static ProcessBuilder program(JavaHome java, List<Path> classPath, List<String> arguments) {
    List<String> line = command(java);
    line.addAll(arguments);
    return builder(line, classPath);
  }

  private static List<String> command(JavaHome java) {
    List<String> line = new ArrayList<>();
    line.add(java.executable());
    line.addAll(flags("jvm.options"));
    if (java.feature() >= 17) {
      line.addAll(flags("jvm17.options"));
    }
    return line;
  }

  private static ProcessBuilder builder(List<String> line, List<Path> classPath) {
    ProcessBuilder builder = new ProcessBuilder(line);
    builder
        .environment()
        .put(
            "CLASSPATH",
            classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    // Options that the user has set for this program are not meant for the node.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    return builder;
  }

  /** Cassandra measures the size of objects with jamm, which has to be an agent. */
  private static Path jamm(List<Path> classPath) {
    return classPath.stream()
        .filter(jar -> jar.getFileName().toString().startsWith("jamm-"))
        .findFirst()
        .orElseThrow(() -> new LocalNodeException("No jamm jar among what Cassandra depends on"));
  }

  private static List<String> flags(String resource) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                NodeFiles.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
      return reader.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Where this program keeps its own files, by the XDG base directory specification. */
  record UserDirectories(Map<String, String> environment) {
    /** For what can be made again. */
    Path cache() {
      return directory("XDG_CACHE_HOME", ".cache");
    }

    /** For what is true for the time being, such as which nodes run. */
    Path state() {
      return directory("XDG_STATE_HOME", ".local/state");
    }

    private Path directory(String variable, String underHome) {
      String configured = environment.get(variable);
      // The specification has relative paths ignored.
      Path base =
          configured != null && Path.of(configured).isAbsolute()
              ? Path.of(configured)
              : Path.of(System.getProperty("user.home")).resolve(underHome);
      return base.resolve("cassandra-stats");
    }
  }
}
