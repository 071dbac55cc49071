/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.util.List;
import java.util.Random;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;

/** Random queries over random histories, asked with direct reads and without. */
final class RandomQueries {
  private static final List<ConsistencyLevel> LEVELS =
      List.of(
          ConsistencyLevel.LOCAL_ONE,
          ConsistencyLevel.LOCAL_ONE,
          ConsistencyLevel.ONE,
          ConsistencyLevel.QUORUM);

  private final Scratch db;
  private final NodeBean jmx;
  private final long seed;
  private final boolean oneNode;
  private final Random random;
  private final BothPaths paths;
  private final Histories histories;

  RandomQueries(Scratch db, NodeBean jmx, long seed) {
    this(db, jmx, seed, Histories.PARTITIONS, true);
  }

  /** Over more partitions, and several nodes. */
  RandomQueries(Scratch db, NodeBean jmx, long seed, int partitions, boolean oneNode) {
    this.db = db;
    this.jmx = jmx;
    this.seed = seed;
    this.oneNode = oneNode;
    this.random = new Random(seed);
    this.paths = new BothPaths(db, jmx, "seed " + seed, oneNode);
    this.histories = new Histories(db, random, partitions);
  }

  RandomQueries createTables() {
    histories.createTables();
    return this;
  }

  /**
   * Asks in four rounds: of memtables, SSTables, both, and compacted SSTables.
   *
   * @param changes of each table before each round
   * @param selects of each kind in each round
   */
  void compare(int changes, int selects) {
    NodeJmx operations = new NodeJmx(db.node().node());
    long pages = jmx.count("Pages");
    long arrays = jmx.count("ArrayPages");
    int warned = 0;
    int groups = 0;
    for (int round = 0; round < 4; round++) {
      histories.write(changes);
      if (round == 1) {
        operations.flush(db.keyspace());
      } else if (round == 3) {
        operations.compact(db.keyspace());
      }
      jmx.set("FewerColumns", false);
      for (int select = 0; select < selects; select++) {
        warned += askAny().warnings().isEmpty() ? 0 : 1;
        groups += askInGroups().rows().size() > 2 ? 1 : 0;
      }
      for (int select = 0; select < selects / 2; select++) {
        askForFewerColumns();
      }
    }
    if (oneNode) {
      assertThat(warned).as("answers with warnings, seed %d", seed).isPositive();
    }
    assertThat(groups).as("answers with many groups, seed %d", seed).isGreaterThan(selects / 2);
    assertThat(jmx.count("Pages") - pages).as("pages, seed %d", seed).isGreaterThan(selects);
    assertThat(jmx.count("ArrayPages") - arrays).as("arrays, seed %d", seed).isPositive();
    assertThat(jmx.get("Error")).isNull();
    assertThat(jmx.count("HeldBytes")).isZero();
  }

  private LaneAnswer askAny() {
    return ask(Selects.any(any(Histories.TABLES), random));
  }

  private LaneAnswer askInGroups() {
    String table = random.nextBoolean() ? Histories.TIMED : any(Histories.TABLES);
    return ask(Selects.grouped(table, random));
  }

  private LaneAnswer ask(Selects.Select select) {
    ConsistencyLevel consistency = any(LEVELS);
    return paths.assertSame(
        question(select, consistency), select.covered() && consistency != ConsistencyLevel.QUORUM);
  }

  private void askForFewerColumns() {
    Selects.Select select = Selects.any(any(Histories.TABLES), random);
    ConsistencyLevel consistency = any(LEVELS);
    paths.assertSameOfFewerColumns(
        question(select, consistency), select.narrow() && consistency != ConsistencyLevel.QUORUM);
  }

  private BothPaths.Question question(Selects.Select select, ConsistencyLevel consistency) {
    int later = random.nextInt(3) == 0 ? 2 * Histories.TTL : 0;
    return new BothPaths.Question(
        select.cql(),
        select.pageSize(),
        BothPaths.now() + later,
        random.nextBoolean(),
        consistency);
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
