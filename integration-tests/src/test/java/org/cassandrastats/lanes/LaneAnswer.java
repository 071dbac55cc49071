/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.cassandrastats.live.InstalledPack;

/**
 * What a client sees of a query: names and types of the columns, the bytes of all rows and the
 * warnings, or the error. The keyspace of the functions that gave it stands as {@code @} in it.
 *
 * @param columns name and type of each column; empty for an error
 * @param rows the bytes of each row in hexadecimal, or null
 * @param warnings of the node
 * @param error the driver's class for the error code, and the message; null if there is none
 */
public record LaneAnswer(
    List<String> columns, List<List<String>> rows, List<String> warnings, String error) {
  private static final HexFormat HEX = HexFormat.of();

  /** All pages. */
  public static LaneAnswer of(ResultSet result, String keyspace) {
    List<String> columns = new ArrayList<>();
    for (ColumnDefinition column : result.getColumnDefinitions()) {
      columns.add(column.getName() + " " + describe(column.getType()));
    }
    List<List<String>> rows = new ArrayList<>();
    for (Row row : result) {
      List<String> values = new ArrayList<>();
      for (int index = 0; index < row.size(); index++) {
        values.add(hex(row.getBytesUnsafe(index)));
      }
      rows.add(values);
    }
    List<String> warnings = new ArrayList<>();
    result.getExecutionInfos().forEach(execution -> warnings.addAll(execution.getWarnings()));
    return new LaneAnswer(neutral(columns, keyspace), rows, neutral(warnings, keyspace), null);
  }

  /**
   * What Cassandra itself trips over names the overload that it tried first, which is arbitrary.
   */
  public static LaneAnswer of(CoordinatorException error, String keyspace) {
    String message =
        error.getClass().getSimpleName()
            + ": "
            + error.getMessage().replaceAll("(Unsupported target type): .*", "$1")
            + reasons(error);
    return new LaneAnswer(List.of(), List.of(), List.of(), neutral(message, keyspace));
  }

  /** Codes that say why replicas have failed. */
  private static String reasons(CoordinatorException error) {
    return error instanceof ReadFailureException failure
        ? ", reasons " + new TreeSet<>(failure.getReasonMap().values())
        : "";
  }

  public boolean failed() {
    return error != null;
  }

  /** A user-defined type with its keyspace, whether it is frozen, and its fields. */
  static String describe(DataType type) {
    return type instanceof UserDefinedType user
        ? user.describe(false) + (user.isFrozen() ? " frozen" : "")
        : type.asCql(true, false);
  }

  static List<String> neutral(List<String> texts, String keyspace) {
    return texts.stream().map(text -> neutral(text, keyspace)).toList();
  }

  /** A text without the keyspace: {@code native_stats} contains the name of the other. */
  private static String neutral(String text, String keyspace) {
    return keyspace.equals(InstalledPack.KEYSPACE)
        ? text.replaceAll("(?<!native_)\\b" + keyspace + "\\.", "@")
            .replaceAll("(?<!native_)\"" + keyspace + "\"\\.", "@")
        : text.replace(keyspace + ".", "@").replace("\"" + keyspace + "\".", "@");
  }

  static String hex(ByteBuffer bytes) {
    if (bytes == null) {
      return null;
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return "0x" + HEX.formatHex(copy);
  }
}
