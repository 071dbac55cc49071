/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.KnownAnswers;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The answers that the documentation shows. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.THREADS_TAG)
class KnownAnswersIT {
  @Test
  void should_give_the_answers_of_the_examples(InstalledPack pack) {
    KnownAnswers.assertRight(pack.db().session(), InstalledPack.KEYSPACE);
  }
}
