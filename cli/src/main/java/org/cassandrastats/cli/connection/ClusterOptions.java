/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import org.cassandrastats.cli.connection.ClusterConnection.ContactPoint;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of every command that works on a cluster. */
public final class ClusterOptions {
  private static final int LONGEST_NAME = 48;

  /** In which nobody makes functions. */
  private static final Set<String> RESERVED =
      Set.of(
          "system",
          "system_auth",
          "system_distributed",
          "system_schema",
          "system_traces",
          "system_views",
          "system_virtual_schema",
          "stats_admin");

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--contact-point",
      paramLabel = "HOST[:PORT]",
      description =
          "A node of the cluster, such as 10.0.0.1:9042. May be given several times. May be left"
              + " out where the driver's configuration file names contact points.")
  private List<ContactPoint> contactPoints = new ArrayList<>();

  @Option(
      names = "--local-datacenter",
      paramLabel = "DC",
      description = "The datacenter to work in; inferred from the contact points if not given.")
  private String localDatacenter;

  @Option(
      names = "--keyspace",
      paramLabel = "K",
      defaultValue = "stats",
      description =
          "The keyspace of the functions, exactly as it is named and without quotes; capital letters"
              + " count. Default: ${DEFAULT-VALUE}.")
  private String keyspace;

  @Option(
      names = "--driver-config",
      paramLabel = "FILE",
      description =
          "A configuration file of the Java driver (HOCON, like the driver's application.conf):"
              + " authentication, TLS, timeouts.")
  private File driverConfig;

  @Option(
      names = "--username",
      paramLabel = "ROLE",
      description = "The role to log in as; the password is asked for, or given in the file.")
  private String username;

  @Option(
      names = "--password",
      paramLabel = "PASSWORD",
      interactive = true,
      arity = "0",
      preprocessor = NoPassword.class,
      description = "Asks for the password of --username. Takes no value.")
  private char[] password;

  /**
   * Refuses a password on the command line before it is asked for, and never shows it: other users
   * of the machine and logs would see it. A statement, which has spaces, may follow the option.
   */
  private static final class NoPassword implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      boolean attached = !arguments.isEmpty() && info.get("separator") != null;
      if (attached || (!arguments.isEmpty() && isValue(arguments.peek(), command))) {
        throw new ParameterException(
            command.commandLine(),
            "--password takes no value: it asks for the password. What follows it is not shown."
                + " Give it as the last option, or before another option; for scripts, put role"
                + " and password into a --driver-config file.");
      }
      return false;
    }

    private static boolean isValue(String argument, CommandSpec command) {
      boolean isOption =
          argument.equals("--") || command.optionsMap().containsKey(argument.split("=", 2)[0]);
      return !isOption && (argument.startsWith("-") || argument.strip().indexOf(' ') < 0);
    }
  }

  /** Whether the command line says how to reach a cluster. */
  public boolean isGiven() {
    return !contactPoints.isEmpty() || driverConfig != null;
  }

  public Cluster open() {
    return connection().open();
  }

  /**
   * A session like that of an application: it knows the schema and asks nodes of one datacenter.
   *
   * @throws org.cassandrastats.cli.console.UserError if there is none to be had, saying why
   */
  public CqlSession openSession() {
    return connection().openLocally();
  }

  /** Fails as a wrong command line does if nothing names a node. */
  private ClusterConnection connection() {
    if (username != null && password == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--username needs --password, which asks for the password. For scripts, put both into"
              + " a --driver-config file.");
    }
    ClusterConnection connection =
        new ClusterConnection(
            contactPoints,
            localDatacenter,
            driverConfig,
            username == null ? null : new ClusterConnection.Login(username, new String(password)));
    if (!connection.namesContactPoint()) {
      throw new ParameterException(
          spec.commandLine(),
          "No node to connect to: give --contact-point HOST:PORT, or name basic.contact-points in"
              + " the --driver-config file.");
    }
    return connection;
  }

  /** The keyspace's name, unquoted. */
  public String keyspace() {
    if (!keyspace.matches("\\w{1," + LONGEST_NAME + "}")) {
      throw new ParameterException(
          spec.commandLine(),
          "--keyspace: \"%s\" is not a name that Cassandra accepts for a keyspace: expected at most %d letters, digits and underscores. Capital letters are kept as they are."
              .formatted(keyspace, LONGEST_NAME));
    }
    if (RESERVED.contains(keyspace)) {
      throw new ParameterException(
          spec.commandLine(),
          "--keyspace: %s belongs to Cassandra or to the server jar: expected one for functions, such as stats."
              .formatted(keyspace));
    }
    return keyspace;
  }
}
