package example;

import com.datastax.oss.driver.api.core.CqlSession;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * Takes response times, and tells the 99th percentile of the last hours:
 *
 * <pre>
 * curl -X POST 'localhost:8080/responses?service=login&amp;millis=12.5'
 * curl 'localhost:8080/p99?service=login&amp;hours=24'
 * </pre>
 */
public final class Server implements AutoCloseable {
  private final ResponseTimes times;
  private final HttpServer http;
  private final ExecutorService workers = Executors.newFixedThreadPool(4);

  /** A server on a port of this machine; 0 for a free one. */
  public Server(CqlSession session, int port) throws IOException {
    times = new ResponseTimes(session);
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    http.setExecutor(workers);
    http.createContext("/responses", exchange -> answer(exchange, "POST"));
    http.createContext("/p99", exchange -> answer(exchange, "GET"));
    http.start();
  }

  /** Connects as the file {@code application.conf} of the driver says. */
  public static void main(String[] arguments) throws IOException {
    new Server(CqlSession.builder().build(), 8080);
  }

  /** The port. */
  public int port() {
    return http.getAddress().getPort();
  }

  @Override
  public void close() {
    http.stop(0);
    workers.shutdown();
  }

  private void answer(HttpExchange exchange, String method) throws IOException {
    int status = 200;
    String text;
    try {
      if (!exchange.getRequestMethod().equals(method)) {
        throw new IllegalArgumentException("expected " + method);
      }
      Map<String, String> query = query(exchange);
      text = method.equals("POST") ? add(query) : p99(query);
    } catch (IllegalArgumentException wrong) {
      status = 400;
      text = wrong.getMessage();
    } catch (RuntimeException failed) {
      status = 503;
      text = failed.getMessage();
    }
    if (text.isEmpty()) {
      exchange.sendResponseHeaders(204, -1);
    } else {
      byte[] body = (text + "\n").getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private String add(Map<String, String> query) {
    times.add(wanted(query, "service"), Instant.now(), Double.parseDouble(wanted(query, "millis")));
    return "";
  }

  private String p99(Map<String, String> query) {
    String service = wanted(query, "service");
    int hours = Integer.parseInt(query.getOrDefault("hours", "24"));
    Instant now = ResponseTimes.hourOf(Instant.now());
    // The hour that is not over, and the one before it, which had late rows.
    times.keep(service, now);
    times.keep(service, now.minus(Duration.ofHours(1)));
    Instant end = now.plus(Duration.ofHours(1));
    OptionalDouble p99 = times.quantile(service, 0.99, end.minus(Duration.ofHours(hours)), end);
    return p99.isPresent() ? Double.toString(p99.getAsDouble()) : "no responses";
  }

  private static String wanted(Map<String, String> query, String name) {
    if (!query.containsKey(name)) {
      throw new IllegalArgumentException("expected " + name);
    }
    return query.get(name);
  }

  private static Map<String, String> query(HttpExchange exchange) {
    String query = exchange.getRequestURI().getRawQuery();
    return Arrays.stream((query == null ? "" : query).split("&"))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> pair.length == 2)
        .collect(
            Collectors.toMap(
                pair -> URLDecoder.decode(pair[0], StandardCharsets.UTF_8),
                pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8),
                (first, second) -> second));
  }
}
