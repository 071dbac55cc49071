/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.Scratch;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a node counts, by JMX, by CQL and by the exporter. Each test has functions of its own. */
@Tag("own-node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MonitoringIT {
  private static final int ROWS = 300;
  private static final String FUNCTION =
      "org.apache.cassandra.metrics:type=StatsFunction,scope=%s,name=%s";

  private Exporter exporter;
  private LiveNode node;
  private Scratch db;

  @BeforeAll
  void start() throws Exception {
    exporter = new Exporter();
    node =
        LiveNode.start(
            NodeSettings.builder()
                .serverJar(true)
                .udfsEnabled(false)
                .jvmArgument(exporter.argument())
                .build());
    db = node.scratch("monitored");
    db.run(
        "CREATE TABLE %s.reading (p int, c int, v double, PRIMARY KEY (p, c))",
        "CREATE TABLE %s.rollup (p int PRIMARY KEY,"
            + " digest 'org.cassandrastats.types.TdigestType')");
    for (int c = 0; c < ROWS; c++) {
      db.rows("INSERT INTO %s.reading (p, c, v) VALUES (?, ?, ?)", c % 3, c, (double) c);
    }
  }

  @AfterAll
  void stop() {
    if (node != null) {
      node.close();
    }
  }

  private Object attribute(String bean, String attribute) throws Exception {
    try (JMXConnector connector = ManagementConnection.open(node.node())) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      return beans.getAttribute(new ObjectName(bean), attribute);
    }
  }

  private long function(String name, String metric) throws Exception {
    return (Long)
        attribute(
            FUNCTION.formatted(name, metric), metric.equals("LargestState") ? "Value" : "Count");
  }

  private Row row(String name) {
    return db.row("SELECT * FROM stats_admin.functions WHERE name = ?", name);
  }

  private double sample(String metric, String name) throws Exception {
    Map<String, Double> samples = exporter.samples();
    return samples.get("cassandra_stats_function_%s{function=\"%s\"}".formatted(metric, name));
  }

  @Test
  void should_count_groups_rows_and_states_of_an_aggregate() throws Exception {
    assertThat(db.rows("SELECT p, stats.stddev(v) FROM %s.reading GROUP BY p")).hasSize(3);
    assertThat(db.value("SELECT stats.stddev(v) FROM %s.reading WHERE p = 9")).isNull();
    long bytes = function("stddev", "LargestState");

    assertThat(bytes).isPositive();
    assertThat(function("stddev", "Calls")).isEqualTo(4);
    assertThat(function("stddev", "Rows")).isEqualTo(ROWS);
    assertThat(function("stddev", "StateBytes")).isEqualTo(3 * bytes);
    assertThat(function("stddev", "Refusals")).isZero();
    Row row = row("stddev");
    assertThat(row.getLong("calls")).isEqualTo(4);
    assertThat(row.getLong("rows")).isEqualTo(ROWS);
    assertThat(row.getLong("state_bytes")).isEqualTo(3 * bytes);
    assertThat(row.getLong("largest_state")).isEqualTo(bytes);
    assertThat(row.getLong("refusals")).isZero();
    assertThat(sample("calls_total", "stddev")).isEqualTo(4);
    assertThat(sample("rows_total", "stddev")).isEqualTo(ROWS);
    assertThat(sample("state_bytes_total", "stddev")).isEqualTo(3.0 * bytes);
    assertThat(sample("largest_state_bytes", "stddev")).isEqualTo((double) bytes);
    assertThat(sample("refusals_total", "stddev")).isZero();
  }

  /** In pages the rows of a group reach one aggregate, whichever way they are read. */
  @Test
  void should_count_an_aggregation_of_many_pages_once() throws Exception {
    node.session()
        .execute(
            SimpleStatement.newInstance(
                    db.in("SELECT stats.variance(v) FROM %s.reading WHERE p = 1"))
                .setPageSize(7))
        .all();

    assertThat(function("variance", "Calls")).isEqualTo(1);
    assertThat(function("variance", "Rows")).isEqualTo(ROWS / 3);
  }

  @Test
  void should_count_calls_and_refusals_of_a_function() throws Exception {
    db.value("SELECT stats.moments_kurtosis(stats.moments(v)) FROM %s.reading");
    for (int time = 0; time < 2; time++) {
      assertThatThrownBy(
              () -> db.value("SELECT stats.moments_kurtosis(0x010203) FROM system.local"))
          .isInstanceOf(FunctionFailureException.class);
    }

    assertThat(function("moments_kurtosis", "Calls")).isEqualTo(1);
    assertThat(function("moments_kurtosis", "Refusals")).isEqualTo(2);
    assertThat(function("moments", "Refusals")).isZero();
    assertThat(row("moments_kurtosis").getLong("refusals")).isEqualTo(2);
    assertThat(sample("refusals_total", "moments_kurtosis")).isEqualTo(2);
  }

  @Test
  void should_show_only_functions_that_were_called() {
    assertThat(db.rows("SELECT * FROM stats_admin.functions WHERE name = 'ddsketch_max'"))
        .isEmpty();
  }

  @Test
  void should_count_refused_writes_of_literals_and_of_bound_values() throws Exception {
    String bean = "org.apache.cassandra.metrics:type=StatsGuard,name=RefusedWrites";
    long before = (Long) attribute(bean, "Count");

    db.run("INSERT INTO %s.rollup (p, digest) VALUES (1, 0x)");
    assertThatThrownBy(() -> db.run("INSERT INTO %s.rollup (p, digest) VALUES (1, 0x0102)"))
        .isInstanceOf(InvalidQueryException.class);
    assertThatThrownBy(
            () ->
                db.rows(
                    "INSERT INTO %s.rollup (p, digest) VALUES (1, ?)",
                    ByteBuffer.wrap(new byte[] {1, 2})))
        .isInstanceOf(InvalidQueryException.class);

    assertThat(attribute(bean, "Count")).isEqualTo(before + 2);
  }

  @Test
  void should_export_every_metric_of_rules_and_dashboard() throws Exception {
    db.value("SELECT stats.tdigest(v) FROM %s.reading WHERE p = 0");
    try (JMXConnector connector = ManagementConnection.open(node.node())) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      ObjectName cursors = new ObjectName("org.cassandrastats:type=CursorReads");
      beans.setAttribute(cursors, new Attribute("Enabled", true));
      db.value("SELECT stats.tdigest(v) FROM %s.reading WHERE p = 0");
    }

    Map<String, Double> samples = exporter.samples();
    Set<String> names =
        samples.keySet().stream()
            .map(sample -> sample.replaceAll("\\{.*", ""))
            .collect(Collectors.toSet());

    assertThat(names)
        .isEqualTo(MonitoringFiles.ruleNames())
        .containsAll(MonitoringFiles.namesOfDashboard());
    assertThat(samples)
        .containsEntry("cassandra_stats_direct_enabled", 1.0)
        .containsEntry("cassandra_stats_direct_failed", 0.0)
        .containsEntry("cassandra_stats_cursor_enabled", 1.0)
        .containsEntry("cassandra_stats_cursor_failed", 0.0)
        .containsEntry("cassandra_stats_cursor_pages_total", 1.0)
        .containsEntry("cassandra_stats_cursor_rows_total", ROWS / 3.0)
        .containsEntry("cassandra_stats_cursor_left_pages_total", 0.0)
        .containsEntry("cassandra_stats_running_enabled", 1.0)
        .containsEntry("cassandra_stats_running_aggregations", 0.0)
        .containsEntry("cassandra_stats_running_oldest_seconds", 0.0);
    assertThat(samples.get("cassandra_stats_direct_pages_total")).isPositive();
    assertThat(samples.get("cassandra_stats_direct_array_pages_total")).isPositive();
    assertThat(samples.get("cassandra_stats_direct_rows_total")).isPositive();
    assertThat(samples.get("cassandra_stats_running_begun_total")).isPositive();
    assertThat(samples.get("cassandra_stats_direct_largest_held_bytes")).isPositive();
  }
}
