/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.OptionsMap;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.typesafe.config.ConfigException;
import java.io.File;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.node.SessionClosing;
import picocli.CommandLine.TypeConversionException;

/**
 * How a cluster is to be reached.
 *
 * @param localDatacenter may be null
 * @param driverConfig may be null
 * @param login may be null
 * @param theirs what the file says: to read it once more would take as long as a query
 */
public record ClusterConnection(
    List<ContactPoint> contactPoints,
    String localDatacenter,
    File driverConfig,
    Login login,
    DriverConfigLoader theirs) {
  private static final Duration SCHEMA_WINDOW = Duration.ofMillis(1);

  /**
   * Reads the driver's configuration file.
   *
   * @throws UserError if that fails, saying why in one line
   */
  public ClusterConnection(
      List<ContactPoint> contactPoints, String localDatacenter, File driverConfig, Login login) {
    this(contactPoints, localDatacenter, driverConfig, login, theirs(driverConfig));
  }

  /**
   * Connects to every node, those of other datacenters as well.
   *
   * @throws UserError if that fails, saying why in one line
   */
  public Cluster open() {
    OptionsMap options = ours();
    // The schema is read where it is needed, from the node that is asked.
    options.put(TypedDriverOption.METADATA_SCHEMA_ENABLED, false);
    // Agreement is checked node by node instead.
    options.put(TypedDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, Duration.ZERO);
    options.put(TypedDriverOption.CONTROL_CONNECTION_AGREEMENT_WARN, false);
    return Cluster.of(
        connect(
            options,
            builder -> builder.withNodeDistanceEvaluator((node, datacenter) -> NodeDistance.LOCAL)),
        addresses(),
        localDatacenter);
  }

  /**
   * Connects to one datacenter as an application does, and reads the schema.
   *
   * @throws UserError if that fails, saying why in one line
   */
  public CqlSession openLocally() {
    return connect(ours(), builder -> {});
  }

  private CqlSession connect(OptionsMap options, Consumer<CqlSessionBuilder> more) {
    List<InetSocketAddress> addresses = addresses();
    DriverConfigLoader configuration =
        DriverConfigLoader.compose(DriverConfigLoader.fromMap(options), theirs);
    try {
      CqlSessionBuilder builder =
          new ShortSessionBuilder().withConfigLoader(configuration).addContactPoints(addresses);
      more.accept(builder);
      if (localDatacenter != null) {
        builder.withLocalDatacenter(localDatacenter);
      }
      if (login != null) {
        builder.withAuthCredentials(login.role(), login.password());
      }
      CqlSession session = builder.build();
      ArchiveMark.connected();
      return session;
    } catch (AllNodesFailedException failed) {
      throw new UserError(ConnectionFailures.explain(failed, addresses), failed);
    } catch (IllegalArgumentException | IllegalStateException | ConfigException failed) {
      throw new UserError(
          "The driver cannot be set up: %s. Check the options%s."
              .formatted(
                  ConnectionFailures.innermost(failed).getMessage(),
                  driverConfig == null ? "" : " and " + driverConfig),
          failed);
    }
  }

  private List<InetSocketAddress> addresses() {
    return contactPoints.stream().map(ContactPoint::address).toList();
  }

  /** Whether an option or the driver's own configuration names a node. */
  boolean namesContactPoint() {
    return !contactPoints.isEmpty()
        || theirs
            .getInitialConfig()
            .getDefaultProfile()
            .isDefined(TypedDriverOption.CONTACT_POINTS.getRawOption());
  }

  private static OptionsMap ours() {
    OptionsMap options = new OptionsMap();
    options.put(TypedDriverOption.LOAD_BALANCING_POLICY_CLASS, "DcInferringLoadBalancingPolicy");
    options.put(TypedDriverOption.SESSION_NAME, "cassandra-stats");
    options.put(TypedDriverOption.CONNECTION_WARN_INIT_ERROR, false);
    options.put(TypedDriverOption.REQUEST_WARN_IF_SET_KEYSPACE, false);
    // A node would say the same of each of the many requests that a command sends.
    options.put(TypedDriverOption.REQUEST_LOG_WARNINGS, false);
    // Collecting schema changes for the default of a second would delay each of ours by as much.
    options.put(TypedDriverOption.METADATA_SCHEMA_WINDOW, SCHEMA_WINDOW);
    options.put(TypedDriverOption.TIMESTAMP_GENERATOR_CLASS, MicrosecondTimestamps.class.getName());
    SessionClosing.addTo(options);
    return options;
  }

  private static DriverConfigLoader theirs(File driverConfig) {
    if (driverConfig == null) {
      return DriverConfigLoader.programmaticBuilder().build();
    }
    if (!driverConfig.canRead()) {
      throw new UserError(
          "The driver's configuration file %s cannot be read: check --driver-config."
              .formatted(driverConfig));
    }
    try {
      return DriverConfigLoader.fromFile(driverConfig);
    } catch (ConfigException wrong) {
      throw new UserError(
          "The driver's configuration file is not right: " + wrong.getMessage(), wrong);
    }
  }

  /** Role and password; the password stays out of messages. */
  public record Login(String role, String password) {
    @Override
    public String toString() {
      return role;
    }
  }

  /** Where a node answers CQL, as the user wrote it. */
  public record ContactPoint(String host, int port) {
    private static final int STANDARD_PORT = 9042;
    private static final Pattern FORM =
        Pattern.compile("(?:\\[([^]]+)]|([^:\\[\\]]+))(?::(\\d{1,5}))?");

    /** Reads {@code host}, {@code host:port}, {@code [v6]} or {@code [v6]:port}. */
    public static ContactPoint parse(String text) {
      Matcher matcher = FORM.matcher(text.strip());
      int port = STANDARD_PORT;
      if (matcher.matches() && matcher.group(3) != null) {
        port = Integer.parseInt(matcher.group(3));
      }
      // user:password@host, as in a URL, is no contact point, and its password is not shown.
      if (!matcher.matches() || text.indexOf('@') >= 0 || port < 1 || port > 65535) {
        throw new TypeConversionException(
            "\"%s\" is not a contact point: expected HOST or HOST:PORT, such as 10.0.0.1:9042 or [::1]:9042"
                .formatted(text.replaceFirst("^.*@", "...@")));
      }
      return new ContactPoint(matcher.group(1) != null ? matcher.group(1) : matcher.group(2), port);
    }

    /** The address, looked up now. */
    public InetSocketAddress address() {
      InetSocketAddress address = new InetSocketAddress(host, port);
      if (address.isUnresolved()) {
        throw new UserError(
            "The host \"%s\" is not known: no address was found for it. Check its spelling, or give its IP address."
                .formatted(host));
      }
      return address;
    }

    @Override
    public String toString() {
      return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
  }
}
