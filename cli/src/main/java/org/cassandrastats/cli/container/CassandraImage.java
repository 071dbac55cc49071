/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.node.CassandraVersion;
import org.testcontainers.utility.DockerImageName;

/**
 * The image that nodes in containers are made of: the one that a system property names, or else the
 * official one if the engine has it, the built one if the engine has that, or the official one if
 * it can be pulled.
 */
final class CassandraImage {
  /** The system property that names an image. */
  static final String PROPERTY = "cassandra.image";

  /** Of Cassandra's own release, in the order in which they are looked for. */
  static final List<String> OFFICIAL =
      List.of("cassandra:" + CassandraVersion.standard(), "cassandra:5.0");

  /** What integration-tests/docker/build-image.sh builds. */
  static final String BUILT = "cassandra-stats/cassandra:" + CassandraVersion.standard();

  private static final int PULL_MINUTES = 20;

  private final DockerClient client;
  private final Console console;

  CassandraImage(DockerClient client, Console console) {
    this.client = client;
    this.console = console;
  }

  /**
   * The image; empty if the engine has none and cannot pull any.
   *
   * @throws UserError if the system property names one that the engine cannot get
   */
  Optional<String> find() {
    String configured = System.getProperty(PROPERTY, "");
    if (!configured.isEmpty()) {
      if (isLocal(configured) || isPulled(configured)) {
        return Optional.of(configured);
      }
      throw new UserError(
          "The system property %s names the image %s, which the Docker engine neither has nor can pull. Expected an image like the official cassandra:5.0, such as %s, which integration-tests/docker/build-image.sh builds."
              .formatted(PROPERTY, configured, BUILT));
    }
    return Stream.concat(OFFICIAL.stream(), Stream.of(BUILT))
        .filter(this::isLocal)
        .findFirst()
        .or(() -> OFFICIAL.stream().filter(this::isPulled).findFirst());
  }

  private boolean isLocal(String image) {
    try {
      return client.inspectImageCmd(image).exec().getId() != null;
    } catch (NotFoundException missing) {
      return false;
    }
  }

  private boolean isPulled(String image) {
    console.say("Pulling " + image + " ...");
    DockerImageName name = DockerImageName.parse(image);
    try {
      return client
              .pullImageCmd(name.getUnversionedPart())
              .withTag(name.getVersionPart())
              .exec(new PullImageResultCallback())
              .awaitCompletion(PULL_MINUTES, TimeUnit.MINUTES)
          && isLocal(image);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    } catch (RuntimeException failed) {
      console.say(image + " cannot be pulled: " + failed.getMessage());
      return false;
    }
  }
}
