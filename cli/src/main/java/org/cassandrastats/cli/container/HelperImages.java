/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.container;

import com.github.dockerjava.api.DockerClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testcontainers.dockerclient.DockerClientConfigUtils;

/**
 * Images that Testcontainers runs for itself. Where Cassandra's had to be built since none can be
 * pulled, these cannot be either, unless they are there.
 *
 * @param environment the variables of this process
 */
record HelperImages(DockerClient client, Map<String, String> environment) {
  private static final String CLEANER = "testcontainers/ryuk";
  private static final String CLEANER_DISABLED = "TESTCONTAINERS_RYUK_DISABLED";
  private static final String ROUTER = "alpine";
  private static final String HOST_OVERRIDE = "TESTCONTAINERS_HOST_OVERRIDE";

  /** The settings of the environment that do without images that the engine has not. */
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    if (!Boolean.parseBoolean(environment.get(CLEANER_DISABLED)) && isAbsent(CLEANER)) {
      missing.add(CLEANER_DISABLED + "=true");
    }
    // In a container it runs another one to learn the address of the machine.
    if (DockerClientConfigUtils.IN_A_CONTAINER
        && environment.getOrDefault(HOST_OVERRIDE, "").isBlank()
        && isAbsent(ROUTER)) {
      missing.add(HOST_OVERRIDE + "=localhost");
    }
    return missing;
  }

  private boolean isAbsent(String image) {
    return client.listImagesCmd().withReferenceFilter(image).exec().isEmpty();
  }
}
