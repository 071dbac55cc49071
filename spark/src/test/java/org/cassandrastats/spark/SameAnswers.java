/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import com.datastax.oss.driver.api.core.data.UdtValue;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.file.CatalogueFile;
import scala.collection.JavaConverters;

/**
 * Whether an answer of Spark is that of the server. A partition may be read in parts: sums of
 * doubles then differ in their last digits, and a digest has other centroids. States that are not
 * the same bytes are asked all that takes no argument.
 */
final class SameAnswers {
  /**
   * How far answers may be apart: by a part of the answer, or of what is so large.
   *
   * @param least what smaller answers count as
   */
  private record Allowed(double part, double least) {
    boolean takes(double found, double expected) {
      return Double.compare(found, expected) == 0
          || Math.abs(found - expected) <= part * Math.max(least, Math.abs(expected));
    }
  }

  private static final Allowed LAST_DIGITS = new Allowed(1e-9, 1);

  /** Of quantiles that a digest estimates: values go from -100 to 100, or further. */
  private static final Allowed ESTIMATED = new Allowed(0.05, 100);

  /** Of an hll of parts that were merged: it is asked otherwise, three standard errors apart. */
  private static final Allowed COUNTED = new Allowed(0.05, 1);

  private static final Set<String> BY_DIGEST = Set.of("median", "quantile", "quantiles");

  private static final Catalogue CATALOGUE = CatalogueFile.read();

  private final SparkSession spark;

  SameAnswers(SparkSession spark) {
    this.spark = spark;
  }

  /** What is not the same, if anything is. */
  Optional<String> difference(String call, Object found, Object expected) {
    String name = AggregateCalls.name(call);
    Allowed allowed =
        BY_DIGEST.contains(name)
            ? ESTIMATED
            : name.equals("approx_count_distinct") ? COUNTED : LAST_DIGITS;
    if (found instanceof byte[] bytes && expected instanceof ByteBuffer buffer) {
      return ByteBuffer.wrap(bytes).equals(buffer)
          ? Optional.empty()
          : states(name, bytes, bytes(buffer));
    }
    return isSame(found, expected, allowed)
        ? Optional.empty()
        : Optional.of("expected %s, found %s".formatted(text(expected), text(found)));
  }

  private Optional<String> states(String name, byte[] found, byte[] expected) {
    Aggregate aggregate =
        CATALOGUE.aggregates().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    if (!aggregate.givesState()) {
      return Optional.of("other bytes");
    }
    Map<String, Object> ofFound = asked(aggregate.family(), found);
    Map<String, Object> ofExpected = asked(aggregate.family(), expected);
    StringBuilder differences = new StringBuilder();
    ofExpected.forEach(
        (question, answer) -> {
          Allowed allowed = allowedFor(question);
          if (!isSame(ofFound.get(question), answer, allowed)) {
            differences
                .append(question)
                .append(" is ")
                .append(text(ofFound.get(question)))
                .append(" instead of ")
                .append(text(answer))
                .append("; ");
          }
        });
    return differences.isEmpty() ? Optional.empty() : Optional.of(differences.toString());
  }

  private static Allowed allowedFor(String question) {
    if (question.matches("hll_(estimate|distinct)")) {
      return COUNTED;
    }
    return question.startsWith("tdigest_") && !question.matches(".*_(count|min|max)")
        ? ESTIMATED
        : LAST_DIGITS;
  }

  /** The answers of all functions that take a state alone, and give no text or bytes. */
  private Map<String, Object> asked(String family, byte[] state) {
    Map<String, Object> answers = new LinkedHashMap<>();
    String literal = "X'" + HexFormat.of().formatHex(state) + "'";
    for (Function function : CATALOGUE.functions()) {
      boolean isQuestion =
          function.family().equals(family)
              && function.parameters().size() == 1
              && function.parameters().get(0).type().equals("blob")
              && Set.of("double", "bigint", "int", "timestamp", "boolean")
                  .contains(function.returns());
      if (isQuestion && !function.name().endsWith("_accumulate")) {
        answers.put(
            function.name(),
            spark.sql("SELECT stats.%s(%s)".formatted(function.name(), literal)).first().get(0));
      }
    }
    return answers;
  }

  private static boolean isSame(Object found, Object expected, Allowed allowed) {
    if (found instanceof Number number && expected instanceof Number other) {
      return allowed.takes(number.doubleValue(), other.doubleValue());
    }
    List<Object> ofFound = list(found);
    List<Object> ofExpected = list(expected);
    if (ofFound != null && ofExpected != null) {
      boolean same = ofFound.size() == ofExpected.size();
      for (int i = 0; same && i < ofFound.size(); i++) {
        same = isSame(ofFound.get(i), ofExpected.get(i), allowed);
      }
      return same;
    }
    return Objects.equals(plain(found), plain(expected));
  }

  /** The values of lists, maps and structs, one after the other; null of others. */
  private static List<Object> list(Object value) {
    List<Object> values = new ArrayList<>();
    if (value instanceof scala.collection.Map<?, ?> map) {
      new TreeMap<>(JavaConverters.mapAsJavaMap(map))
          .forEach(
              (key, one) -> {
                values.add(key);
                values.add(one);
              });
    } else if (value instanceof Map<?, ?> map) {
      new TreeMap<>(map)
          .forEach(
              (key, one) -> {
                values.add(key);
                values.add(one);
              });
    } else if (value instanceof scala.collection.Seq<?> several) {
      values.addAll(JavaConverters.seqAsJavaList(several));
    } else if (value instanceof List<?> several) {
      values.addAll(several);
    } else if (value instanceof Row row) {
      for (int i = 0; i < row.size(); i++) {
        values.add(row.get(i));
      }
    } else if (value instanceof UdtValue struct) {
      for (int i = 0; i < struct.size(); i++) {
        values.add(struct.getObject(i));
      }
    } else {
      return null;
    }
    return values;
  }

  private static Object plain(Object value) {
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    if (value instanceof LocalDate || value instanceof Instant) {
      return value.toString();
    }
    return value;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static String text(Object value) {
    List<Object> several = list(value);
    return several == null ? String.valueOf(plain(value)) : several.toString();
  }
}
