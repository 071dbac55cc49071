package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.cassandrastats.testcontainers.StatsCassandra;
import org.cassandrastats.testcontainers.StatsCassandraExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ServerIT {
  @RegisterExtension
  static final StatsCassandraExtension CASSANDRA =
      new StatsCassandraExtension(new StatsCassandra().withInit("schema.cql"));

  private final HttpClient client = HttpClient.newHttpClient();
  private Server server;

  @BeforeEach
  void start(CqlSession session) throws IOException {
    server = new Server(session, 0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void should_tell_the_99th_percentile() throws Exception {
    assertEquals("no responses", body("GET", "/p99?service=login"));
    for (int millis = 1; millis <= 200; millis++) {
      assertEquals(204, send("POST", "/responses?service=login&millis=" + millis).statusCode());
    }
    assertEquals(198, Double.parseDouble(body("GET", "/p99?service=login&hours=2")), 1);
  }

  @Test
  void should_refuse_what_is_not_understood() throws Exception {
    assertEquals(400, send("POST", "/responses?service=login").statusCode());
    assertEquals(400, send("GET", "/p99?service=login&hours=many").statusCode());
    assertEquals("expected POST", body("GET", "/responses?service=login&millis=1"));
  }

  private String body(String method, String path) throws Exception {
    return send(method, path).body().strip();
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    URI uri = URI.create("http://localhost:" + server.port() + path);
    return client.send(
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody()).build(),
        BodyHandlers.ofString());
  }
}
