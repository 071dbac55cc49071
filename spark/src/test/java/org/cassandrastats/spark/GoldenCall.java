/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * A call of an aggregate over golden rows.
 *
 * @param sql the call, of the columns c0 and c1
 * @param rows values of these columns
 * @param types of these columns
 */
record GoldenCall(String sql, List<Object[]> rows, List<DataType> types) {
  private static final Set<String> IN_ORDER =
      Set.of("counter", "time_weight", "state_time", "heartbeat");

  /** The call that made a state. */
  static GoldenCall of(JsonNode state, String family, JsonNode rows) {
    String aggregate = state.get("aggregate").asText();
    String name = aggregate.substring(0, aggregate.indexOf('('));
    List<String> types =
        Arrays.asList(aggregate.substring(name.length() + 1, aggregate.length() - 1).split(", "));
    int taken = types.size() - state.get("arguments").size();
    List<JsonNode> columns = new ArrayList<>();
    List<DataType> typesOfColumns = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    for (int index = 0; index < taken; index++) {
      String type = types.get(index).replace("varint", "bigint");
      columns.add(rows.get(column(family, index, type)));
      typesOfColumns.add(
          switch (type) {
            case "double" -> DataTypes.DoubleType;
            case "blob" -> DataTypes.BinaryType;
            default -> DataTypes.LongType;
          });
      arguments.add("c" + index);
    }
    state
        .get("arguments")
        .forEach(
            argument ->
                arguments.add(argument.toString().replace("[", "array(").replace("]", ")")));
    List<Object[]> values = new ArrayList<>();
    for (int row = 0; row < columns.get(0).size(); row++) {
      Object[] one = new Object[taken];
      for (int index = 0; index < taken; index++) {
        one[index] = Tables.value(columns.get(index).get(row), typesOfColumns.get(index));
      }
      values.add(one);
    }
    String sql = "stats." + name + "(" + String.join(", ", arguments) + ")";
    return new GoldenCall(sql, values, typesOfColumns);
  }

  private static String column(String family, int index, String type) {
    if (IN_ORDER.contains(family)) {
      return index == 0 ? "ordered bigint" : type;
    }
    boolean isKey = family.equals("chunk") ? index == 0 : index == 1;
    return isKey ? "key " + type : type;
  }
}
