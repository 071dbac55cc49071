/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.command.Awaited;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.DriverFile;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that wants a login, grants and, on its only port, offers TLS beside plain text. */
final class SecuredNodeIT {
  private static final String PASSWORD = "cassandra";

  @TempDir private static Path directory;
  private static Node node;
  private static CqlSession session;
  private static Path keystore;

  @BeforeAll
  static void startNode() throws IOException, InterruptedException {
    keystore = directory.resolve("keystore.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "RSA",
                "-alias",
                "node",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                keystore.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    node =
        Node.start(
            NodeSettings.builder()
                .authentication(true)
                .yaml("client_encryption_options.enabled", true)
                .yaml("client_encryption_options.optional", true)
                .yaml("client_encryption_options.keystore", keystore.toString())
                .yaml("client_encryption_options.keystore_password", PASSWORD)
                .build());
    session = node.sessionBuilder().build();
    for (String role : List.of("nobody", "keyspacer", "functioner", "reader")) {
      session.execute("CREATE ROLE " + role + " WITH LOGIN = true AND PASSWORD = 'secret'");
    }
    session.execute("GRANT CREATE ON ALL KEYSPACES TO keyspacer");
  }

  @AfterAll
  static void stopNode() {
    if (session != null) {
      session.close();
    }
    if (node != null) {
      node.close();
    }
  }

  @Test
  void should_ask_for_a_login() {
    CommandLineRun run = CommandLineRun.of("verify", "--contact-point", contactPoint());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.error()).contains("wants a login", "--username", "advanced.auth-provider");
  }

  @Test
  void should_say_that_a_login_was_refused() throws IOException {
    CommandLineRun run = as("nobody", "wrong", "", "verify");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.error()).contains("refused the login", "Check role and password");
  }

  @Test
  void should_refuse_a_role_without_permission_and_change_nothing() throws IOException {
    List<String> before = SchemaSnapshot.of(session);

    CommandLineRun run = as("nobody", "secret", "", "install", "--keyspace", "denied");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .contains("nobody has no CREATE permission on <all keyspaces>")
        .contains("GRANT CREATE ON ALL KEYSPACES")
        .contains("Nothing was changed.");
    assertThat(SchemaSnapshot.of(session)).isEqualTo(before);
  }

  @Test
  @Tag("extended")
  void should_say_what_to_grant_in_a_keyspace_that_exists() throws Exception {
    session.execute(
        "CREATE KEYSPACE prepared WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': 1}");

    CommandLineRun refused =
        as("functioner", "secret", "", "install", "--keyspace", "prepared", "--family", "moments");

    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.error())
        .contains("GRANT CREATE, ALTER ON KEYSPACE prepared")
        .contains("GRANT CREATE, ALTER, DROP, EXECUTE ON ALL FUNCTIONS IN KEYSPACE prepared")
        .contains("Nothing was changed.");

    session.execute("GRANT CREATE ON KEYSPACE prepared TO functioner");
    session.execute("GRANT ALTER ON KEYSPACE prepared TO functioner");
    for (String permission : List.of("CREATE", "ALTER", "DROP", "EXECUTE")) {
      session.execute(
          "GRANT " + permission + " ON ALL FUNCTIONS IN KEYSPACE prepared TO functioner");
    }
    CommandLineRun granted = granted("functioner", "install");
    assertThat(granted.exitCode()).as("%s", granted).isZero();
    CommandLineRun again =
        as("functioner", "secret", "", "install", "--keyspace", "prepared", "--family", "moments");
    assertThat(again.exitCode()).as("%s", again).isZero();

    CommandLineRun reader =
        as("reader", "secret", "", "verify", "--keyspace", "prepared", "--family", "moments");
    assertThat(reader.exitCode()).as("%s", reader).isEqualTo(1);
    assertThat(reader.out())
        .containsOnlyOnce("reader has no EXECUTE permission")
        .contains("GRANT EXECUTE ON ALL FUNCTIONS IN KEYSPACE prepared TO the role.")
        .contains("1 differences.");
    session.execute("GRANT EXECUTE ON ALL FUNCTIONS IN KEYSPACE prepared TO reader");
    assertThat(granted("reader", "verify").exitCode()).isZero();
  }

  @Test
  void should_install_over_tls_as_a_role_that_may_only_create_keyspaces() throws IOException {
    String tls =
        """
        advanced.ssl-engine-factory {
          class = DefaultSslEngineFactory
          truststore-path = "%s"
          truststore-password = "%s"
        }
        """
            .formatted(keystore, PASSWORD);

    CommandLineRun install =
        as("keyspacer", "secret", tls, "install", "--keyspace", "own", "--family", "moments");

    assertThat(install.exitCode()).as("%s", install).isZero();
    assertThat(install.out())
        .contains("user_defined_functions_enabled is not known")
        .contains("create 1 keyspace")
        .contains("OK: cassandra-stats");
  }

  @Test
  void should_say_that_a_certificate_is_not_trusted() throws IOException {
    String tls = "advanced.ssl-engine-factory { class = DefaultSslEngineFactory }\n";

    CommandLineRun run = as("nobody", "secret", tls, "verify");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.error())
        .contains("TLS handshake with")
        .contains("Check truststore, keystore and host name");
  }

  private static CommandLineRun granted(String role, String command) throws Exception {
    return Awaited.last(
        () -> as(role, "secret", "", command, "--keyspace", "prepared", "--family", "moments"),
        run -> run.exitCode() == 0);
  }

  private static String contactPoint() {
    return "127.0.0.1:" + node.address().getPort();
  }

  private static CommandLineRun as(
      String role, String password, String more, String command, String... arguments)
      throws IOException {
    Path file = DriverFile.write(directory, node, role, password, more);
    List<String> all = new ArrayList<>(List.of(command, "--driver-config", file.toString()));
    all.addAll(List.of(arguments));
    return CommandLineRun.of(all.toArray(String[]::new));
  }
}
