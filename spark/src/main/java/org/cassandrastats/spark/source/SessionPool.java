/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.OptionsMap;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.request.Failures;

/**
 * The sessions of this JVM: one for all tasks that have the same options, closed a while after the
 * last one.
 */
final class SessionPool {
  /** Tasks of a job follow each other sooner. */
  private static final Duration IDLE = Duration.ofSeconds(30);

  /** Writes of all tasks that a connection takes beside other requests: of 1024, the driver's. */
  private static final int MOST_WRITES = 512;

  /** Those of classes whose names the driver mentions, ours in this jar. */
  private static final String PACKAGES = "(?:[a-z0-9_]+\\.){2,}(?=[A-Z])";

  /** What the driver says where it was not told a datacenter. */
  private static final Pattern DATACENTERS =
      Pattern.compile("Current DCs in this cluster are: (.*)$");

  private static final SessionPool SHARED = new SessionPool(IDLE);

  private final Duration idle;
  private final Map<List<String>, Shared> sessions = new HashMap<>();
  private final ScheduledThreadPoolExecutor closer;

  SessionPool(Duration idle) {
    this.idle = idle;
    this.closer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "cassandra-stats sessions");
              thread.setDaemon(true);
              return thread;
            });
    closer.setRemoveOnCancelPolicy(true);
  }

  /** That of this JVM. */
  static SessionPool shared() {
    return SHARED;
  }

  /** A session that is in use until it is released. */
  final class Lease implements AutoCloseable {
    private final Shared shared;
    private boolean released;

    private Lease(Shared shared) {
      this.shared = shared;
    }

    CqlSession session() {
      return shared.session;
    }

    StatsClient client() {
      return shared.client;
    }

    /** Of all tasks that share the session, one for each write that is not answered. */
    Semaphore writes() {
      return shared.writes;
    }

    @Override
    public void close() {
      if (!released) {
        released = true;
        release(shared);
      }
    }
  }

  private static final class Shared {
    private final List<String> key;
    private final Semaphore writes = new Semaphore(MOST_WRITES);
    private volatile CqlSession session;
    private volatile StatsClient client;
    private int users;
    private ScheduledFuture<?> closing;

    Shared(List<String> key) {
      this.key = key;
    }

    /** The first task opens it; those that come meanwhile wait, and those of others do not. */
    synchronized void open(SourceOptions options) {
      if (session == null) {
        CqlSession opened = SessionPool.open(options);
        requireDatacenter(opened, options.datacenter());
        client = StatsClient.of(opened);
        session = opened;
      }
    }

    boolean isClosed() {
      CqlSession opened = session;
      return opened != null && opened.isClosed();
    }
  }

  /**
   * A session with these options.
   *
   * @throws StatsException if the cluster is not reached
   */
  Lease lease(SourceOptions options) {
    Shared shared = join(options.session());
    boolean isOpen = false;
    try {
      shared.open(options);
      isOpen = true;
      return new Lease(shared);
    } finally {
      if (!isOpen) {
        leave(shared);
      }
    }
  }

  private synchronized Shared join(List<String> key) {
    Shared shared = sessions.get(key);
    if (shared == null || shared.isClosed()) {
      shared = new Shared(key);
      sessions.put(key, shared);
    }
    if (shared.closing != null) {
      shared.closing.cancel(false);
      shared.closing = null;
    }
    shared.users++;
    return shared;
  }

  /** After a session that was not opened. */
  private synchronized void leave(Shared shared) {
    shared.users--;
    if (shared.users == 0) {
      sessions.remove(shared.key, shared);
    }
  }

  private synchronized void release(Shared shared) {
    shared.users--;
    if (shared.users == 0) {
      shared.closing =
          closer.schedule(() -> closeUnused(shared), idle.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void closeUnused(Shared shared) {
    synchronized (this) {
      if (shared.users > 0) {
        return;
      }
      sessions.remove(shared.key, shared);
    }
    shared.session.close();
  }

  /** How many sessions are open. */
  synchronized int size() {
    return sessions.size();
  }

  private static CqlSession open(SourceOptions options) {
    // Where Spark loads the jar itself, no other class loader knows the driver's reference.conf.
    ClassLoader classes = SessionPool.class.getClassLoader();
    OptionsMap always = new OptionsMap();
    always.put(TypedDriverOption.SESSION_NAME, "spark");
    always.put(TypedDriverOption.METRICS_SESSION_ENABLED, List.of());
    // The first has what it is given and no defaults: what follows counts.
    DriverConfigLoader loader =
        DriverConfigLoader.compose(
            DriverConfigLoader.fromMap(always),
            options.driverConfig() == null ? patient(classes) : file(options.driverConfig()));
    CqlSessionBuilder builder =
        CqlSession.builder().withConfigLoader(loader).withClassLoader(classes);
    options.contactPoints().forEach(point -> builder.addContactPoint(known(point, options)));
    if (options.datacenter() != null) {
      builder.withLocalDatacenter(options.datacenter());
    }
    if (options.username() != null) {
      builder.withAuthCredentials(options.username(), options.password());
    }
    try {
      return builder.build();
    } catch (DriverException | IllegalStateException failed) {
      Matcher datacenters = DATACENTERS.matcher(String.valueOf(failed.getMessage()));
      if (options.datacenter() == null && datacenters.find()) {
        throw new IllegalArgumentException(
            "The option local-datacenter is missing: expected one of %s."
                .formatted(datacenters.group(1)),
            failed);
      }
      throw new StatsException(
          "The cluster is not reached at %s: %s. Expected the options hosts and local-datacenter, and username and password where it wants them."
              .formatted(options.hosts(), Failures.line(failed).replaceAll(PACKAGES, "")),
          failed);
    } catch (RuntimeException broken) {
      throw options.driverConfig() == null || broken instanceof StatsException
          ? broken
          : unusable(options.driverConfig(), broken);
    }
  }

  private static InetSocketAddress known(InetSocketAddress point, SourceOptions options) {
    InetSocketAddress address = new InetSocketAddress(point.getHostString(), point.getPort());
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          "The option hosts is \"%s\": expected HOST[:PORT],... of hosts that are known, found \"%s\"."
              .formatted(options.hosts(), point.getHostString()));
    }
    return address;
  }

  private static IllegalArgumentException unusable(String file, RuntimeException broken) {
    return new IllegalArgumentException(
        "The option driver-config is \"%s\": expected a file by which the driver connects, but %s."
            .formatted(file, Failures.line(broken).replaceAll(PACKAGES, "")),
        broken);
  }

  private static DriverConfigLoader patient(ClassLoader classes) {
    Duration longest = Duration.ofSeconds(10);
    return DriverConfigLoader.programmaticBuilder(classes)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, longest)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, longest)
        .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, longest)
        .build();
  }

  private static DriverConfigLoader file(String name) {
    Path file = Path.of(name);
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new IllegalArgumentException(
          "The option driver-config is \"%s\": expected a file that can be read on each host."
              .formatted(file));
    }
    try {
      return DriverConfigLoader.fromPath(file);
    } catch (RuntimeException broken) {
      throw unusable(name, broken);
    }
  }

  /** Without one of its nodes, the driver would find none for any request. */
  private static void requireDatacenter(CqlSession session, String datacenter) {
    Set<String> known = new TreeSet<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      if (node.getDatacenter() != null) {
        known.add(node.getDatacenter());
      }
    }
    if (datacenter != null && !known.isEmpty() && !known.contains(datacenter)) {
      session.close();
      throw new IllegalArgumentException(
          "The option local-datacenter is \"%s\": expected one of %s."
              .formatted(datacenter, String.join(", ", known)));
    }
  }
}
