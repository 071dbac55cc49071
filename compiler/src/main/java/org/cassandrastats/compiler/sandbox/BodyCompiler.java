/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles bodies in memory with javac against the API of one Java release. */
final class BodyCompiler {
  /**
   * What came of the bodies.
   *
   * @param classes the class files by name
   * @param errors the errors by class name
   */
  record Result(Map<String, byte[]> classes, Map<String, List<Diagnostic<?>>> errors) {}

  private BodyCompiler() {}

  /**
   * Compiles.
   *
   * @param release the Java release
   * @param sources source texts by qualified class name
   */
  static Result compile(int release, Map<String, String> sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("this is a JRE; the compiler needs a JDK");
    }
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    Map<String, byte[]> classes = new LinkedHashMap<>();
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((name, text) -> units.add(new Source(name, text)));
    try (JavaFileManager files =
        new Memory(compiler.getStandardFileManager(null, Locale.ROOT, null), classes)) {
      compiler
          .getTask(
              null,
              files,
              diagnostics,
              List.of(
                  "--release",
                  "" + release,
                  "-proc:none",
                  "-g:lines",
                  "-Xlint:-options",
                  "-Xmaxerrs",
                  "100000",
                  "-cp",
                  ""),
              null,
              units)
          .call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, List<Diagnostic<?>>> errors = new LinkedHashMap<>();
    for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
      if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
        String name =
            diagnostic.getSource() instanceof Source source ? source.className : "the compiler";
        errors.computeIfAbsent(name, key -> new ArrayList<>()).add(diagnostic);
      }
    }
    return new Result(classes, errors);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String className;
    private final String text;

    Source(String className, String text) {
      super(
          URI.create("string:///" + className.replace('.', '/') + Kind.SOURCE.extension),
          Kind.SOURCE);
      this.className = className;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, byte[]> classes;

    Memory(JavaFileManager files, Map<String, byte[]> classes) {
      super(files);
      this.classes = classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(
          URI.create("mem:///" + StandardLocation.CLASS_OUTPUT + "/" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return new ByteArrayOutputStream() {
            @Override
            public void close() {
              classes.put(className, toByteArray());
            }
          };
        }
      };
    }
  }

  static final String PACKAGE = "org.apache.cassandra.cql3.udf.gen";
  static final String METHOD = "execute";

  /** Enough of Cassandra's classes for compiling a body and for running it outside a node. */
  static final String CONTEXT_NAME = "org.apache.cassandra.cql3.functions.UDFContext";

  static final String CONTEXT =
      """
      package org.apache.cassandra.cql3.functions;
      import org.apache.cassandra.cql3.functions.types.UDTValue;
      public class UDFContext {
        public UDTValue newReturnUDTValue() { return new UDTValue(); }
      }
      """;

  static final String VALUE_NAME = "org.apache.cassandra.cql3.functions.types.UDTValue";

  static final String VALUE =
      """
      package org.apache.cassandra.cql3.functions.types;
      public class UDTValue {
        public final java.util.Map<String, Object> fields = new java.util.TreeMap<String, Object>();
        private UDTValue put(String name, Object value) { fields.put(name, value); return this; }
        public UDTValue setBool(String name, boolean value) { return put(name, value); }
        public UDTValue setInt(String name, int value) { return put(name, value); }
        public UDTValue setLong(String name, long value) { return put(name, value); }
        public UDTValue setFloat(String name, float value) { return put(name, value); }
        public UDTValue setDouble(String name, double value) { return put(name, value); }
        public UDTValue setString(String name, String value) { return put(name, value); }
        public UDTValue setTimestamp(String name, java.util.Date value) { return put(name, value); }
        public UDTValue setBytes(String name, java.nio.ByteBuffer value) { return put(name, value); }
        public UDTValue setToNull(String name) { return put(name, null); }
      }
      """;

  static final String DATE_NAME = "org.apache.cassandra.cql3.functions.types.LocalDate";

  static final String DATE =
      """
      package org.apache.cassandra.cql3.functions.types;
      public final class LocalDate {
        public final int days;
        private LocalDate(int days) { this.days = days; }
        public static LocalDate fromDaysSinceEpoch(int days) { return new LocalDate(days); }
        public int getDaysSinceEpoch() { return days; }
      }
      """;

  static String source(String className, Body body) {
    return before(className, body) + body.text() + "\n}\n}\n";
  }

  /** Lines in front of the body's first one. */
  static int offset(String className, Body body) {
    return (int) before(className, body).lines().count();
  }

  private static String before(String className, Body body) {
    return """
    package %s;
    import java.nio.ByteBuffer;
    import java.util.*;
    import org.apache.cassandra.cql3.functions.UDFContext;
    import org.apache.cassandra.cql3.functions.types.UDTValue;
    public final class %s {
    public final UDFContext udfContext = new UDFContext();
    public %s %s(%s) {
    """
        .formatted(PACKAGE, className, body.returns(), METHOD, body.parameters());
  }
}
