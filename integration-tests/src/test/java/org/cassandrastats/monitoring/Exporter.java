/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.monitoring;

import io.prometheus.jmx.JavaAgent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JMX exporter of Prometheus with the project's rules, as an agent of a node. */
final class Exporter {
  private static final Pattern SAMPLE =
      Pattern.compile("(?m)^(cassandra_stats_\\w+(?:\\{[^}]*\\})?) (\\S+)");

  private final int port;

  Exporter() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
  }

  /** What the JVM of the node is started with. */
  String argument() throws Exception {
    Path jar = Path.of(JavaAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return "-javaagent:%s=127.0.0.1:%d:%s".formatted(jar, port, MonitoringFiles.RULES);
  }

  /** The pack's samples at this moment, by name and labels, as Prometheus would read them. */
  Map<String, Double> samples() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    String text =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    Map<String, Double> samples = new LinkedHashMap<>();
    Matcher matcher = SAMPLE.matcher(text);
    while (matcher.find()) {
      samples.put(matcher.group(1), Double.valueOf(matcher.group(2)));
    }
    return samples;
  }
}
