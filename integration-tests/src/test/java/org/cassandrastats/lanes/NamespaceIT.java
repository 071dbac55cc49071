/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.stream.Stream;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In every lane the pack's names are those of its keyspace, and Cassandra's own mean what they did.
 */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NamespaceIT {
  private final InstalledPack pack;

  NamespaceIT(InstalledPack pack) {
    this.pack = pack;
  }

  @BeforeAll
  void fill() {
    ArgumentKinds.create(pack.db());
  }

  static Stream<Shape> shapes() {
    return ResolutionContractIT.shapes();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void should_be_unknown_without_its_keyspace_and_in_others(Shape shape) {
    String call = shape.ordinaryCall();
    assertThat(pack.db().rows("SELECT " + call.replace("@", "stats.") + " FROM %s.kinds"))
        .hasSize(1);
    for (String keyspace : new String[] {"", "system.", pack.db().keyspace() + "."}) {
      assertThatThrownBy(
              () -> pack.db().rows("SELECT " + call.replace("@", keyspace) + " FROM %s.kinds"))
          .as(call.replace("@", keyspace))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("Unknown function");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "avg(c_int) | 2",
        "system.avg(c_double) | 2.5",
        "sum(c_bigint) | 2",
        "min(c_float) | 2.5",
        "max(c_varint) | 2",
        "count(*) | 1",
        "abs(-3) | 3",
        "round(c_decimal) | 3",
        "log10(100) | 2",
        "to_json(c_list_int) | [1, 2]",
        "cast(c_int as text) | 2",
        "collection_sum(c_list_int) | 3",
        "blob_as_int(int_as_blob(c_int)) | 2"
      })
  void should_leave_functions_of_cassandra_alone(String call, String answer) {
    assertThat(pack.db().value("SELECT " + call + " FROM %s.kinds")).hasToString(answer);
  }

  @Test
  void should_need_no_schema_in_the_native_lane_and_no_more_than_its_own_in_others() {
    Long keyspaces =
        (Long)
            pack.db()
                .value(
                    "SELECT count(*) FROM system_schema.keyspaces WHERE keyspace_name = ?",
                    InstalledPack.KEYSPACE);
    assertThat(keyspaces).isEqualTo(Lane.current() == Lane.NATIVE ? 0L : 1L);
    assertThat(
            pack.db()
                .value(
                    "SELECT count(*) FROM system_schema.functions WHERE keyspace_name = ?",
                    BothLanes.NATIVE))
        .isEqualTo(0L);
  }

  @Test
  void should_tell_the_version_of_the_jar() {
    assertThat(
            pack.db()
                .value(
                    "SELECT "
                        + Lane.current().nativeKeyspace()
                        + ".jar_version() FROM system.local"))
        .isEqualTo(pack.db().value("SELECT stats.stats_version() FROM system.local"));
  }
}
