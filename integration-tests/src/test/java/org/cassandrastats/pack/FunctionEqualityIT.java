/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.CqlValues;
import org.cassandrastats.live.Effort;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every function answers through CQL, byte for byte, what its Java method answers, and fails with
 * the same message: over random and hostile bound arguments.
 */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FunctionEqualityIT {
  private static final long SEED = 20261120;
  private static final int CALLS = Effort.times(20);
  private static final int ONE_NULL_IN = 10;

  private final InstalledPack pack;
  private final StatePool states = new StatePool(new Random(SEED));

  FunctionEqualityIT(InstalledPack pack) {
    this.pack = pack;
  }

  static List<AnnotatedFunction> functions() {
    return Annotated.functions();
  }

  @ParameterizedTest
  @MethodSource("functions")
  void should_answer_what_the_java_method_answers(AnnotatedFunction function) {
    Random random = new Random(SEED + function.signature().hashCode());
    Values values = new Values(random, states);
    PreparedStatement statement = prepare(function);

    for (int call = 0; call < CALLS; call++) {
      Object[] arguments = new Object[function.types().size()];
      for (int index = 0; index < arguments.length; index++) {
        arguments[index] =
            random.nextInt(ONE_NULL_IN) == 0
                ? null
                : values.any(function.types().get(index), function.parameterNames().get(index));
      }
      assertThat(answerOfCql(statement, function, arguments))
          .as(() -> "%s of %s, seed %d".formatted(function, describe(arguments), SEED))
          .isEqualTo(answerOfJava(function, arguments));
    }
  }

  private PreparedStatement prepare(AnnotatedFunction function) {
    List<String> markers =
        function.types().stream()
            // Cassandra takes no type hint of a list; such a function has no overloads either.
            .map(type -> type.startsWith("list<") ? "?" : "(" + type + ")?")
            .toList();
    return pack.db()
        .session()
        .prepare(
            "SELECT %s.%s(%s) FROM system.local"
                .formatted(InstalledPack.KEYSPACE, function.name(), String.join(", ", markers)));
  }

  private Answer answerOfCql(
      PreparedStatement statement, AnnotatedFunction function, Object[] arguments) {
    BoundStatement bound = statement.bind();
    for (int index = 0; index < arguments.length; index++) {
      bound =
          bound.setBytesUnsafe(
              index, CqlValues.encode(arguments[index], function.types().get(index)));
    }
    try {
      Row row = pack.db().session().execute(bound).one();
      return new Answer(row.getBytesUnsafe(0), null);
    } catch (FunctionFailureException failed) {
      return new Answer(null, failed.getMessage());
    }
  }

  private static Answer answerOfJava(AnnotatedFunction function, Object[] arguments) {
    try {
      Object result = function.call(copies(arguments));
      return new Answer(CqlValues.encode(result, function.returns()), null);
    } catch (IllegalArgumentException refused) {
      return new Answer(null, refused.toString());
    } catch (Throwable unexpected) {
      throw new AssertionError(
          function + " of " + describe(arguments) + " failed with " + unexpected, unexpected);
    }
  }

  /** So that neither lane sees what the other might have done to the bytes. */
  private static Object[] copies(Object[] arguments) {
    Object[] copies = arguments.clone();
    for (int index = 0; index < copies.length; index++) {
      if (copies[index] instanceof ByteBuffer blob) {
        copies[index] = ByteBuffer.wrap(bytes(blob));
      }
    }
    return copies;
  }

  private static byte[] bytes(ByteBuffer blob) {
    byte[] bytes = new byte[blob.remaining()];
    blob.duplicate().get(bytes);
    return bytes;
  }

  private static String describe(Object[] arguments) {
    List<String> described = new ArrayList<>();
    for (Object argument : arguments) {
      described.add(
          argument instanceof ByteBuffer blob
              ? "0x" + HexFormat.of().formatHex(bytes(blob))
              : String.valueOf(argument));
    }
    return described.toString();
  }

  /** What a call answers: bytes, null or a message. */
  private record Answer(ByteBuffer bytes, String message) {}
}
