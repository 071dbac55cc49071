/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Info;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cassandrastats.localcluster.container.DockerEngine.Offer.Unusable;
import org.cassandrastats.localcluster.container.DockerEngine.Offer.Usable;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.NodeListener;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.dockerclient.DockerClientConfigUtils;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.TestcontainersConfiguration;

/**
 * Looks for a Docker engine where Testcontainers does, and for what it needs there. Testcontainers
 * itself would retry for minutes to pull an image that cannot be pulled.
 */
final class DockerEngine {
  /** The system property that names an image. */
  private static final String PROPERTY = "cassandra.image";

  /** Of Cassandra's own release, in the order in which they are looked for. */
  private static final List<String> OFFICIAL =
      List.of("cassandra:" + CassandraVersion.standard(), "cassandra:5.0");

  /** What integration-tests/docker/build-image.sh builds. */
  private static final String BUILT = "cassandra-stats/cassandra:" + CassandraVersion.standard();

  private static final int PULL_MINUTES = 20;
  private static final int ID_LETTERS = 12;

  private static final String CLEANER = "testcontainers/ryuk";
  private static final String CLEANER_DISABLED = "TESTCONTAINERS_RYUK_DISABLED";
  private static final String ROUTER = "alpine";
  private static final String HOST_OVERRIDE = "TESTCONTAINERS_HOST_OVERRIDE";

  private DockerEngine() {}

  static Offer look(NodeListener listener) {
    TransportConfig transport;
    if (!isNamed(System.getenv()) && sockets(System.getenv()).noneMatch(Files::exists)) {
      // Testcontainers would log all that it has tried, as an error.
      return new Unusable("there is no Docker engine");
    }
    try {
      transport = DockerClientFactory.instance().getTransportConfig();
    } catch (IllegalStateException none) {
      return new Unusable("no Docker engine answers");
    }
    try (DockerClient client = DockerClientProviderStrategy.getClientForConfig(transport)) {
      Info info = client.infoCmd().exec();
      if (!reachable(transport, info)) {
        return new Unusable(
            "the addresses of containers of %s cannot be reached from this machine, as with Docker Desktop, rootless and remote engines"
                .formatted(info.getOperatingSystem()));
      }
      return offer(client, "Docker " + info.getServerVersion(), listener);
    } catch (LocalNodeException toBeTold) {
      throw toBeTold;
    } catch (IOException | RuntimeException failed) {
      return new Unusable("the Docker engine fails: " + failed.getMessage());
    }
  }

  /** Whether somebody has said where an engine is. */
  private static boolean isNamed(Map<String, String> environment) {
    return environment.containsKey("DOCKER_HOST")
        || TestcontainersConfiguration.getInstance().getUserProperty("docker.host", null) != null;
  }

  /** Where engines listen unless they are told otherwise. */
  private static Stream<Path> sockets(Map<String, String> environment) {
    Path home = Path.of(System.getProperty("user.home"));
    return Stream.of(
        Path.of("/var/run/docker.sock"),
        Path.of(environment.getOrDefault("XDG_RUNTIME_DIR", "/run"), "docker.sock"),
        home.resolve(".docker/run/docker.sock"),
        home.resolve(".docker/desktop/docker.sock"));
  }

  private static Offer offer(DockerClient client, String engine, NodeListener listener) {
    Optional<String> image = image(client, listener);
    if (image.isEmpty()) {
      return new Unusable(
          "%s has no image %s and cannot pull it; integration-tests/docker/build-image.sh builds %s"
              .formatted(engine, String.join(" or ", OFFICIAL), BUILT));
    }
    if (image.get().equals(BUILT)) {
      List<String> missing = helpers(client, System.getenv());
      if (!missing.isEmpty()) {
        return new Unusable(
            "%s lacks images with which Testcontainers helps itself; set %s in the environment to do without"
                .formatted(engine, String.join(" and ", missing)));
      }
    }
    // Starts a container that cleans up, or registers a hook that cleans up when this JVM ends.
    DockerClientFactory.instance().client();
    return new Usable(engine, image.get(), id(client, image.get()));
  }

  /** Nodes tell clients the addresses of their containers: these must mean something here. */
  private static boolean reachable(TransportConfig transport, Info info) {
    boolean linux =
        System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
            && !String.valueOf(info.getOperatingSystem()).contains("Docker Desktop");
    boolean local = "unix".equals(transport.getDockerHost().getScheme());
    boolean rootless =
        info.getSecurityOptions() != null && info.getSecurityOptions().contains("name=rootless");
    return linux && local && !rootless;
  }

  /** Whether nodes can run in containers here. */
  sealed interface Offer {

    /**
     * They can.
     *
     * @param engine name and version of the Docker engine
     * @param image that the containers are made of; the engine has it
     * @param id the beginning of its checksum: another image may get the same name
     */
    record Usable(String engine, String image, String id) implements Offer {}

    /**
     * They cannot.
     *
     * @param reason a clause that tells why, and what to do
     */
    record Unusable(String reason) implements Offer {}
  }

  /**
   * The settings of the environment that do without images that Testcontainers runs for itself, and
   * that the engine has not. Where Cassandra's image had to be built since none can be pulled,
   * these cannot be either, unless they are there.
   */
  private static List<String> helpers(DockerClient client, Map<String, String> environment) {
    List<String> missing = new ArrayList<>();
    if (!Boolean.parseBoolean(environment.get(CLEANER_DISABLED)) && isAbsent(client, CLEANER)) {
      missing.add(CLEANER_DISABLED + "=true");
    }
    // In a container it runs another one to learn the address of the machine.
    if (DockerClientConfigUtils.IN_A_CONTAINER
        && environment.getOrDefault(HOST_OVERRIDE, "").isBlank()
        && isAbsent(client, ROUTER)) {
      missing.add(HOST_OVERRIDE + "=localhost");
    }
    return missing;
  }

  private static boolean isAbsent(DockerClient client, String image) {
    return client.listImagesCmd().withReferenceFilter(image).exec().isEmpty();
  }

  /**
   * The image that nodes in containers are made of: the one that a system property names, or else
   * the official one if the engine has it, the built one if the engine has that, or the official
   * one if it can be pulled; empty if the engine has none and cannot pull any.
   *
   * @throws LocalNodeException if the system property names one that the engine cannot get
   */
  private static Optional<String> image(DockerClient client, NodeListener listener) {
    String configured = System.getProperty(PROPERTY, "");
    if (!configured.isEmpty()) {
      if (isLocal(client, configured) || isPulled(client, configured, listener)) {
        return Optional.of(configured);
      }
      throw new LocalNodeException(
          "The system property %s names the image %s, which the Docker engine neither has nor can pull. Expected an image like the official cassandra:5.0, such as %s, which integration-tests/docker/build-image.sh builds."
              .formatted(PROPERTY, configured, BUILT));
    }
    return Stream.concat(OFFICIAL.stream(), Stream.of(BUILT))
        .filter(image -> isLocal(client, image))
        .findFirst()
        .or(() -> OFFICIAL.stream().filter(image -> isPulled(client, image, listener)).findFirst());
  }

  private static boolean isLocal(DockerClient client, String image) {
    try {
      return client.inspectImageCmd(image).exec().getId() != null;
    } catch (NotFoundException missing) {
      return false;
    }
  }

  private static String id(DockerClient client, String image) {
    String id = client.inspectImageCmd(image).exec().getId();
    return id.substring(id.indexOf(':') + 1).substring(0, ID_LETTERS);
  }

  private static boolean isPulled(DockerClient client, String image, NodeListener listener) {
    listener.say("Pulling " + image + " ...");
    DockerImageName name = DockerImageName.parse(image);
    try {
      return client
              .pullImageCmd(name.getUnversionedPart())
              .withTag(name.getVersionPart())
              .exec(new PullImageResultCallback())
              .awaitCompletion(PULL_MINUTES, TimeUnit.MINUTES)
          && isLocal(client, image);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    } catch (RuntimeException failed) {
      listener.say(image + " cannot be pulled: " + failed.getMessage());
      return false;
    }
  }
}
