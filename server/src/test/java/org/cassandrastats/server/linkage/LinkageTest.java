/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.linkage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.cassandra.cql3.QueryHandler;
import org.cassandrastats.server.StatsQueryHandler;
import org.cassandrastats.types.StateType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whether the classes of the jar, which are compiled against one version of Cassandra each, fit the
 * versions that load them: one jar serves all.
 */
class LinkageTest {
  /** The jar of Cassandra 6.0, which the build copies here. */
  private static final Path SIX = Path.of("target", "cassandra", "six.jar");

  /** The jar of the first version of 5.0 that is read directly on. */
  private static final Path OLDEST = Path.of("target", "cassandra", "oldest.jar");

  /** Loaded by Cassandra 6.0 only. */
  private static final Predicate<String> OF_SIX =
      Pattern.compile("org/cassandrastats/.*/Six[^/]*").asMatchPredicate();

  /** Loaded by 5.0 only: behind an interface, or reads that are direct there only. */
  private static final Predicate<String> OF_FIVE =
      Pattern.compile(
              "org/cassandrastats/.*/Five[^/]*"
                  + "|org/cassandrastats/server/guard/Checked(Operation|Updates)"
                  + "|org/cassandrastats/server/direct/(AggregateSelect|FewerColumns|LocalReplicas|SelectParts)"
                  + "|org/apache/cassandra/db/Local(Page|Range)Command")
          .asMatchPredicate();

  private final List<FileSystem> jars = new ArrayList<>();
  private List<Path> ours;
  private ClassUniverse five;
  private ClassUniverse oldest;
  private ClassUniverse six;

  @BeforeEach
  void open() throws IOException, URISyntaxException, ClassNotFoundException {
    ours =
        List.of(
            root(place(StatsQueryHandler.class)),
            root(place(StateType.class)),
            root(
                place(
                    Class.forName(
                        "org.cassandrastats.server.schema.SixNodeSchema",
                        false,
                        getClass().getClassLoader()))));
    five = universe(place(QueryHandler.class));
    oldest = universe(OLDEST);
    six = universe(SIX);
  }

  @AfterEach
  void close() throws IOException {
    for (FileSystem jar : jars) {
      jar.close();
    }
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private Path root(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      return place;
    }
    FileSystem jar = FileSystems.newFileSystem(place);
    jars.add(jar);
    return jar.getPath("/");
  }

  private ClassUniverse universe(Path cassandra) throws IOException {
    List<Path> roots = new ArrayList<>(ours);
    roots.add(root(cassandra));
    return new ClassUniverse(roots);
  }

  private List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path root : ours) {
      try (Stream<Path> files = Files.walk(root)) {
        files
            .map(file -> root.relativize(file).toString().replace('\\', '/'))
            .filter(name -> name.endsWith(".class"))
            .map(name -> name.substring(0, name.length() - ".class".length()))
            .forEach(names::add);
      }
    }
    return names;
  }

  private Map<String, Set<String>> problems(ClassUniverse with, Predicate<String> left)
      throws IOException {
    Map<String, Set<String>> problems = new TreeMap<>();
    for (String name : names()) {
      if (!left.test(name)) {
        Set<String> found = with.problems(name);
        if (!found.isEmpty()) {
          problems.put(name, found);
        }
      }
    }
    return problems;
  }

  @Test
  void should_fit_cassandra_5_0() throws IOException {
    assertThat(problems(five, OF_SIX)).isEmpty();
  }

  @Test
  void should_fit_the_oldest_cassandra_5_0_that_is_read_directly_on() throws IOException {
    assertThat(problems(oldest, OF_SIX)).isEmpty();
  }

  @Test
  void should_fit_cassandra_6_0() throws IOException {
    assertThat(problems(six, OF_FIVE)).isEmpty();
  }

  /** A method whose parameters have changed would no longer be called, without an error. */
  @Test
  void should_override_the_same_methods_in_all() throws IOException {
    assertThat(lost(oldest, OF_SIX)).isEmpty();
    assertThat(lost(six, OF_SIX.or(OF_FIVE))).isEmpty();
  }

  private Map<String, Set<String>> lost(ClassUniverse with, Predicate<String> left)
      throws IOException {
    Map<String, Set<String>> lost = new TreeMap<>();
    for (String name : names()) {
      if (!left.test(name)) {
        Set<String> overridden = five.overridden(name);
        overridden.removeAll(with.overridden(name));
        if (!overridden.isEmpty()) {
          lost.put(name, overridden);
        }
      }
    }
    return lost;
  }

  /** What is left out above has to be: it, or a class within it, does not fit. */
  @Test
  void should_have_no_class_for_one_version_that_fits_both() throws IOException {
    Set<String> unfit = new TreeSet<>();
    Set<String> leftOut = new TreeSet<>();
    for (String name : names()) {
      String file = name.replaceFirst("\\$.*", "");
      if (OF_FIVE.test(name)) {
        leftOut.add(file);
        if (!six.problems(name).isEmpty()) {
          unfit.add(file);
        }
      }
      if (OF_SIX.test(name)) {
        leftOut.add(file);
        if (!five.problems(name).isEmpty()) {
          unfit.add(file);
        }
      }
    }
    leftOut.removeAll(unfit);
    // It makes others that do not fit.
    assertThat(leftOut).containsExactly("org/cassandrastats/server/guard/FiveWriteApi");
  }
}
