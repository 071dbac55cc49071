/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.cassandrastats.client.StatsClient;

/** Java that a page shows: the body of a method that has a session and a client. */
final class JavaExample {
  private static final String NAME = "Example";
  private static final String SOURCE =
      """
      import static com.datastax.oss.driver.api.querybuilder.QueryBuilder.*;

      import com.datastax.oss.driver.api.core.*;
      import com.datastax.oss.driver.api.core.cql.*;
      import com.datastax.oss.driver.api.querybuilder.select.*;
      import java.nio.ByteBuffer;
      import java.nio.file.*;
      import java.time.*;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.stream.Stream;
      import org.cassandrastats.client.*;
      import org.cassandrastats.client.api.*;
      import org.cassandrastats.rollup.*;
      import org.cassandrastats.uda.chunk.ChunkCodec;

      public final class Example {
        public static void run(CqlSession session, StatsClient client) throws Exception {
      %s
        }
      }
      """;

  private JavaExample() {}

  /**
   * Compiles and runs.
   *
   * @param name of the block, for messages
   * @return what it prints to standard output, which nothing else may use meanwhile
   */
  static String run(String name, String body, CqlSession session) {
    Path directory = Path.of("target", "java-examples", name).toAbsolutePath();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = System.out;
    try {
      compile(name, body, directory);
      try (URLClassLoader loader =
              new URLClassLoader(
                  new URL[] {directory.toUri().toURL()}, JavaExample.class.getClassLoader());
          PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
        System.setOut(captured);
        loader
            .loadClass(NAME)
            .getMethod("run", CqlSession.class, StatsClient.class)
            .invoke(null, session, StatsClient.of(session));
      }
    } catch (InvocationTargetException failed) {
      throw new AssertionError(name + ": " + failed.getCause(), failed.getCause());
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(name, impossible);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } finally {
      System.setOut(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static void compile(String name, String body, Path directory) throws IOException {
    Files.createDirectories(directory);
    Path source = directory.resolve(NAME + ".java");
    Files.writeString(source, SOURCE.formatted(body));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      Boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of(
                      "-Xlint:all",
                      "-Werror",
                      "-proc:none",
                      "-d",
                      directory.toString(),
                      "-cp",
                      System.getProperty("java.class.path")),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as("%s: %s", name, messages).isTrue();
    }
  }
}
