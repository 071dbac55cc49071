/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CassandraYamlTest {
  private static final NodePorts PORTS = new NodePorts(9142, 7100);
  private static final NodeFiles FILES = new NodeFiles(Path.of("/somewhere/my node: 1"));

  @Test
  void should_name_addresses_ports_and_directories() throws JsonProcessingException {
    JsonNode yaml = yaml(NodeSettings.builder().listenAddress("127.0.0.2"));

    assertThat(yaml.path("native_transport_port").intValue()).isEqualTo(9142);
    assertThat(yaml.path("storage_port").intValue()).isEqualTo(7100);
    assertThat(yaml.path("rpc_address").textValue()).isEqualTo("127.0.0.2");
    assertThat(yaml.path("listen_address").textValue()).isEqualTo("127.0.0.2");
    assertThat(seeds(yaml)).isEqualTo("127.0.0.2:7100");
    assertThat(yaml.path("commitlog_directory").textValue())
        .isEqualTo("/somewhere/my node: 1/storage/commitlog");
  }

  @Test
  void should_join_the_seeds_of_a_cluster() throws JsonProcessingException {
    JsonNode yaml =
        yaml(NodeSettings.builder().clusterName("c").seeds(List.of("127.0.0.1:7000", "[::1]:7")));

    assertThat(seeds(yaml)).isEqualTo("127.0.0.1:7000,[::1]:7");
    assertThat(yaml.path("cluster_name").textValue()).isEqualTo("c");
  }

  /** The entry point of the official image replaces these lines, and adds none. */
  @Test
  void should_have_the_lines_that_an_image_fills_in() {
    String text =
        CassandraYaml.inContainer(
            NodeSettings.builder()
                .listenAddress("172.18.0.17")
                .seeds(List.of("172.18.0.17"))
                .build());

    assertThat(text.lines())
        .contains(
            "listen_address: \"172.18.0.17\"",
            "broadcast_address: \"172.18.0.17\"",
            "rpc_address: \"0.0.0.0\"",
            "broadcast_rpc_address: \"172.18.0.17\"",
            "endpoint_snitch: \"GossipingPropertyFileSnitch\"",
            "  - seeds: \"172.18.0.17\"",
            "native_transport_port: 9042");
  }

  @Test
  void should_allow_insecure_functions_only_without_threads() throws JsonProcessingException {
    JsonNode standard = yaml(NodeSettings.builder());
    JsonNode threadless = yaml(NodeSettings.builder().udfThreads(false));

    assertThat(standard.has("allow_insecure_udfs")).isFalse();
    assertThat(standard.path("user_defined_functions_enabled").booleanValue()).isTrue();
    assertThat(threadless.path("allow_insecure_udfs").booleanValue()).isTrue();
    assertThat(threadless.path("user_defined_functions_threads_enabled").isBoolean()).isTrue();
    assertThat(threadless.path("user_defined_functions_threads_enabled").booleanValue()).isFalse();
  }

  @Test
  void should_demand_a_login_only_if_asked() throws JsonProcessingException {
    assertThat(yaml(NodeSettings.builder()).has("authenticator")).isFalse();
    assertThat(yaml(NodeSettings.builder().authentication(true)).path("authorizer").textValue())
        .isEqualTo("CassandraAuthorizer");
  }

  @Test
  void should_know_storage_compatibility_in_version_5_only() throws JsonProcessingException {
    for (String version : List.of("4.1.10", "6.0-alpha2")) {
      assertThat(
              yaml(NodeSettings.builder().version(CassandraVersion.parse(version)))
                  .has("storage_compatibility_mode"))
          .as(version)
          .isFalse();
    }
    assertThat(yaml(NodeSettings.builder()).has("storage_compatibility_mode")).isTrue();
  }

  @Test
  void should_set_further_keys_also_in_maps() throws JsonProcessingException {
    JsonNode yaml =
        yaml(
            NodeSettings.builder()
                .yaml(
                    CassandraYaml.values(
                        Map.of(
                            "read_request_timeout", "60s",
                            "num_tokens", "4",
                            "memtable.configurations.trie.class_name", "TrieMemtable",
                            "auto_snapshot", "true"))));

    assertThat(yaml.path("read_request_timeout").textValue()).isEqualTo("60s");
    assertThat(yaml.path("num_tokens").intValue()).isEqualTo(4);
    assertThat(yaml.path("auto_snapshot").booleanValue()).isTrue();
    assertThat(yaml.at("/memtable/configurations/trie/class_name").textValue())
        .isEqualTo("TrieMemtable");
  }

  @Test
  void should_refuse_keys_below_what_is_no_map() {
    assertThatThrownBy(() -> yaml(NodeSettings.builder().yaml("num_tokens.x", 1)))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("num_tokens is not a map");
  }

  @Test
  void should_refuse_values_that_are_not_yaml() {
    assertThatThrownBy(() -> CassandraYaml.values(Map.of("seeds", "[a, b")))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("seeds")
        .hasMessageContaining("[a, b");
  }

  private static JsonNode yaml(NodeSettings.Builder settings) throws JsonProcessingException {
    return new YAMLMapper().readTree(CassandraYaml.text(settings.build(), PORTS, FILES));
  }

  private static String seeds(JsonNode yaml) {
    return yaml.at("/seed_provider/0/parameters/0/seeds").textValue();
  }
}
