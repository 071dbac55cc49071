/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.nio.ByteBuffer;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Cassandra lets the body of a Java function do. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag(Lane.THREADS_TAG)
class SandboxFactsIT {
  private final Scratch db;

  SandboxFactsIT(Scratch db) {
    this.db = db;
  }

  private void create(String body) {
    db.function("f(state blob)", "RETURNS NULL ON NULL INPUT", "blob", body);
  }

  private Object call() {
    return db.value("SELECT %s.f(0x0102030405060708) FROM system.local");
  }

  private void assertRefused(String body, String message) {
    assertThatThrownBy(() -> create(body))
        .as(body)
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining(message);
  }

  private void assertRuns(String body) {
    create(body);
    assertThat(call()).as(body).isEqualTo(ByteBuffer.allocate(8).putLong(0, 0x0102030405060708L));
  }

  @Test
  void should_refuse_a_helper_method() {
    assertRefused("return state; } private int one() { return 1;", "not allowed method declared");
  }

  @Test
  void should_refuse_a_field() {
    assertRefused("return state; } private int one = 1; {", "field declared: one");
  }

  @Test
  void should_refuse_a_nested_class() {
    assertRefused("return state; } static class Inner {", "class declared as inner class");
  }

  @Test
  void should_refuse_a_static_initialiser() {
    assertRefused("return state; } static { Math.random();", "static initializer declared");
  }

  /** Which of the two it is depends on the order in which the compiler hands over its classes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Local { int one = 1; } return new Local().one == 1 ? state : null;",
        "Object local = new Object() { }; return local == null ? null : state;"
      })
  void should_refuse_a_local_or_anonymous_class_or_fail_to_call_it(String body) {
    assertThatThrownBy(
            () -> {
              create(body);
              call();
            })
        .message()
        .containsAnyOf("class does not extend", "NoClassDefFoundError");
  }

  @Test
  void should_refuse_lambdas_and_method_references() {
    assertRefused(
        "java.util.Comparator<Integer> c = (a, b) -> a - b; return state;",
        "java.util.function.ToLongFunction cannot be resolved");
    assertRefused(
        "java.util.Comparator<Integer> c = Integer::compare; return state;",
        "java.util.function.ToLongFunction cannot be resolved");
  }

  @Test
  void should_refuse_synchronized_blocks_and_assert() {
    assertRefused("synchronized (state) { return state; }", "use of synchronized");
    assertRefused("assert state != null; return state;", "field declared: $assertionsDisabled");
  }

  @Test
  void should_refuse_a_switch_on_strings() {
    assertRefused(
        "switch (\"a\") { case \"a\": return state; default: return null; }",
        "Cannot switch on a value of type String");
  }

  @ParameterizedTest
  @CsvSource({
    "Thread, Thread.currentThread()",
    "Runtime, Runtime.getRuntime()",
    "ProcessBuilder, new ProcessBuilder()",
    "ThreadLocal, new ThreadLocal<String>()",
    "java.lang.reflect.Array, java.lang.reflect.Array.getLength(null)",
    "java.lang.invoke.MethodHandles, java.lang.invoke.MethodHandles.lookup()",
    "java.lang.ref.WeakReference, new java.lang.ref.WeakReference<String>(null)",
    "java.util.concurrent.ConcurrentHashMap, new java.util.concurrent.ConcurrentHashMap<String, String>()",
    "java.util.stream.IntStream, java.util.stream.IntStream.of(1)",
    "java.util.zip.CRC32, new java.util.zip.CRC32()",
    "java.util.jar.Attributes, new java.util.jar.Attributes()",
    "java.util.logging.Logger, java.util.logging.Logger.getGlobal()",
    "java.util.Timer, new java.util.Timer()",
    "java.io.File, new java.io.File(\"\")",
    "java.net.Socket, new java.net.Socket()",
    "java.nio.ByteOrder, java.nio.ByteOrder.nativeOrder()",
    "java.nio.CharBuffer, java.nio.CharBuffer.allocate(1)"
  })
  void should_refuse_classes_beyond_its_list(String type, String expression) {
    assertThatThrownBy(() -> create("Object o = " + expression + "; return state;"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining(type)
        .hasMessageContaining("cannot be resolved");
  }

  @Test
  void should_refuse_little_endian_views_and_memory_outside_the_heap() {
    assertRefused("state.order(); return state;", "refers to the missing type ByteOrder");
    assertRefused("state.asLongBuffer(); return state;", "refers to the missing type LongBuffer");
    assertRefused(
        "return ByteBuffer.allocateDirect(8);", "call to java.nio.ByteBuffer.allocateDirect()");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new java.math.BigDecimal(1).divide(java.math.BigDecimal.TEN); return state;",
        "java.text.NumberFormat.getInstance(java.util.Locale.ROOT).format(1); return state;",
        "java.time.Instant.ofEpochMilli(0); return state;",
        "long[] values = {2, 1}; java.util.Arrays.sort(values); return state;",
        "String.format(java.util.Locale.ROOT, \"%d\", 1); return state;",
        "new StringBuilder().append(1.5).toString(); return state;",
        "state.putLong(0, Long.reverseBytes(Long.reverseBytes(state.getLong(0)))); return state;",
        "ByteBuffer copy = ByteBuffer.allocate(8); copy.putLong(0, state.getLong(0)); return copy;",
        "return state.slice();",
        "int i = 0; outer: while (true) { while (true) { if (i++ > 3) break outer; } } return state;"
      })
  void should_run_what_bodies_are_made_of(String body) {
    assertRuns(body);
  }

  /** So that a body that uses System installs on one cluster and not on the next. */
  @Test
  void should_refuse_system_only_where_functions_run_on_the_calling_thread() {
    for (String call : new String[] {"System.nanoTime()", "System.identityHashCode(state)"}) {
      if (db.node().udfThreads()) {
        assertRuns(call + "; return state;");
      } else {
        assertRefused(call + "; return state;", "System cannot be resolved");
      }
    }
  }

  @Test
  void should_compile_java_11_but_nothing_newer() {
    assertRuns("var one = 1; return one == 1 ? state : null;");
    assertRefused(
        "int one = switch (1) { case 1 -> 1; default -> 2; }; return state;",
        "supported from Java 14 onwards only");
  }
}
