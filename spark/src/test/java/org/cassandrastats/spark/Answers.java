/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.Row;
import org.cassandrastats.udf.state.Checksum;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/** Values of Spark beside those of golden files. */
final class Answers {
  private static final double ERROR = 1e-12;

  private Answers() {}

  /** Asserts that they are the same. Of a map there are its entries. */
  static void assertSame(Object found, JsonNode expected, String what) {
    if (found == null || expected.isNull()) {
      assertThat(found).as(what).isNull();
      assertThat(expected.isNull()).as(what).isTrue();
    } else if (found instanceof byte[] bytes) {
      assertThat("0x" + HexFormat.of().formatHex(bytes)).as(what).isEqualTo(expected.asText());
    } else if (found instanceof Seq<?> list) {
      assertSameList(JavaConverters.seqAsJavaList(list), expected, what);
    } else if (found instanceof Row row) {
      for (String field : row.schema().fieldNames()) {
        assertSame(row.getAs(field), expected.get(field), what + "." + field);
      }
    } else if (found instanceof Double || found instanceof Float) {
      assertSameNumber(((Number) found).doubleValue(), Tables.number(expected), what);
    } else if (found instanceof Instant time) {
      assertThat(time.toEpochMilli()).as(what).isEqualTo(expected.longValue());
    } else if (found instanceof LocalDate date) {
      assertThat(date.toEpochDay()).as(what).isEqualTo(expected.longValue());
    } else if (found instanceof Number number) {
      assertThat(number.longValue()).as(what).isEqualTo(expected.longValue());
    } else {
      assertThat(String.valueOf(found)).as(what).isEqualTo(expected.asText());
    }
  }

  private static void assertSameNumber(double found, double expected, String what) {
    if (Double.isNaN(expected) || Double.isInfinite(expected) || expected == 0) {
      assertThat(found).as(what).isEqualTo(Double.valueOf(expected));
    } else {
      assertThat(found).as(what).isCloseTo(expected, within(Math.abs(expected) * ERROR));
    }
  }

  private static void assertSameList(List<?> found, JsonNode expected, String what) {
    if (expected.has("keys")) {
      List<Object> keys = new ArrayList<>();
      List<Object> values = new ArrayList<>();
      for (Object entry : found) {
        keys.add(((Row) entry).get(0));
        values.add(((Row) entry).get(1));
      }
      assertSameList(keys, expected.get("keys"), what);
      assertSameList(values, expected.get("values"), what);
    } else if (expected.has("checksum")) {
      assertThat(found).as(what).hasSize(expected.get("length").intValue());
      assertThat(checksum(found)).as(what).isEqualTo(expected.get("checksum").asText());
    } else {
      assertThat(found).as(what).hasSize(expected.size());
      for (int index = 0; index < found.size(); index++) {
        assertSame(found.get(index), expected.get(index), what);
      }
    }
  }

  private static String checksum(List<?> numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.size());
    for (Object number : numbers) {
      if (number instanceof Instant time) {
        bytes.putLong(time.toEpochMilli());
      } else if (number instanceof Double || number instanceof Float) {
        bytes.putDouble(((Number) number).doubleValue());
      } else {
        bytes.putLong(((Number) number).longValue());
      }
    }
    return HexFormat.of().toHexDigits(Checksum.of(bytes, bytes.capacity()));
  }
}
