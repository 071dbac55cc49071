/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

/**
 * The jars of each Cassandra version: {@code cassandra-all} and what it depends on, out of the
 * user's local Maven repository, or that of {@code -Dmaven.repo.local}. They are fetched with
 * Maven's own library, so that the user's settings, mirrors, proxies and credentials count as they
 * do for Maven, which need not be there. What was resolved once is remembered.
 *
 * @param directory made when needed
 * @param maven what Maven is told besides its settings
 */
record ClassPaths(Path directory, ContextOverrides maven) {
  private static final int ABOUT_ALL_JARS = 100;

  /** Those that the user has, or fetches as Maven would. */
  static ClassPaths ofUser(Path directory) {
    return new ClassPaths(directory, ContextOverrides.create().build());
  }

  /** The jars to run a version with; fetches what is not there yet. */
  List<Path> of(CassandraVersion version, NodeListener listener) {
    Path remembered = directory.resolve("cassandra-" + version + ofRepository() + ".classpath");
    try {
      if (Files.exists(remembered)) {
        List<Path> jars = read(remembered);
        if (!jars.isEmpty() && jars.stream().allMatch(ClassPaths::isUsable)) {
          return jars;
        }
      }
      List<Path> jars = resolve(version, listener);
      write(jars, remembered);
      return jars;
    } catch (IOException failed) {
      throw new LocalNodeException(
          "Cannot use the cache directory " + directory + ": " + failed, failed);
    }
  }

  /** Who names no repository is not to run jars of one that somebody else has named. */
  private static String ofRepository() {
    String repository = System.getProperty("maven.repo.local");
    return repository == null
        ? ""
        : "-" + Integer.toHexString(Path.of(repository).toAbsolutePath().normalize().hashCode());
  }

  /** Whether a jar is there, in the local repository that this process was told, if any. */
  private static boolean isUsable(Path jar) {
    String repository = System.getProperty("maven.repo.local");
    return Files.exists(jar)
        && (repository == null
            || jar.normalize().startsWith(Path.of(repository).toAbsolutePath().normalize()));
  }

  private static List<Path> read(Path file) throws IOException {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(Files.readString(file).strip())
        .map(Path::of)
        .toList();
  }

  private void write(List<Path> jars, Path file) throws IOException {
    Files.createDirectories(directory);
    Path unfinished = Files.createTempFile(directory, "resolved", ".classpath");
    Files.writeString(
        unfinished,
        jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    // Other processes may be reading or doing the same.
    Files.move(
        unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private List<Path> resolve(CassandraVersion version, NodeListener listener) {
    String coordinates = "org.apache.cassandra:cassandra-all:" + version;
    try (NodeListener.Task task =
            listener.counted("Fetching Cassandra " + version, ABOUT_ALL_JARS, "jars");
        Context context =
            Runtimes.INSTANCE
                .getRuntime()
                .create(
                    maven.toBuilder()
                        .withUserSettings(true)
                        .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
                        .transferListener(new FetchedJars(task))
                        .build())) {
      CollectRequest dependencies =
          new CollectRequest(
              new Dependency(new DefaultArtifact(coordinates), "runtime"),
              context.remoteRepositories());
      return context
          .repositorySystem()
          .resolveDependencies(
              context.repositorySystemSession(), new DependencyRequest(dependencies, null))
          .getArtifactResults()
          .stream()
          .map(ArtifactResult::getArtifact)
          .map(artifact -> artifact.getFile().toPath())
          .toList();
    } catch (DependencyResolutionException | IllegalStateException failed) {
      throw new LocalNodeException(
          "Cannot fetch %s from Maven repositories: %s".formatted(coordinates, reasons(failed)),
          failed);
    }
  }

  /** What failed, and what it says of the reason, which may be far below. */
  private static String reasons(Throwable failed) {
    Throwable reason = failed;
    while (reason.getCause() != null) {
      reason = reason.getCause();
    }
    return failed.getMessage().contains(String.valueOf(reason.getMessage()))
        ? failed.getMessage()
        : failed.getMessage() + ": " + reason.getMessage();
  }

  /** Counts the jars that are fetched. */
  private static final class FetchedJars extends AbstractTransferListener {
    private final NodeListener.Task task;
    private final AtomicLong jars = new AtomicLong();

    FetchedJars(NodeListener.Task task) {
      this.task = task;
    }

    @Override
    public void transferSucceeded(TransferEvent event) {
      if (event.getResource().getResourceName().endsWith(".jar")) {
        task.reached(jars.incrementAndGet(), "");
      }
    }
  }
}
