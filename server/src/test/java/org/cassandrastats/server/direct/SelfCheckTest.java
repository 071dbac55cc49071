/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.cassandra.utils.FBUtilities;
import org.junit.jupiter.api.Test;

class SelfCheckTest {
  /** A version that the build is tested against and that is not known leaves direct reads off. */
  @Test
  void should_know_the_version_that_the_tests_run_on() throws Exception {
    assertThat(SelfCheck.VERSIONS).contains(FBUtilities.getReleaseVersionString());
    assertThat(SelfCheck.passes()).isTrue();
    assertThat(new SelectParts()).isNotNull();
  }
}
