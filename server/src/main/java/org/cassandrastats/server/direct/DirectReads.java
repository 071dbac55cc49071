/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.utils.FBUtilities;
import org.apache.cassandra.utils.MBeanWrapper;
import org.cassandrastats.server.admin.Features;
import org.cassandrastats.server.batch.AggregateCall;
import org.cassandrastats.server.batch.CursorReadsControl;
import org.cassandrastats.server.batch.CursorSwitch;
import org.cassandrastats.server.batch.SelectorParts;
import org.cassandrastats.server.limit.AggregationLimits;
import org.cassandrastats.server.limit.AggregationLimitsControl;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.running.RunningAggregations;
import org.cassandrastats.server.running.RunningAggregationsControl;
import org.cassandrastats.server.running.RunningAggregationsTable;
import org.cassandrastats.server.setting.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets aggregates over rows of this node take them as the storage engine gives them. Cassandra
 * writes the rows of each page into a buffer as if for another node, and reads them from it again,
 * also where the coordinator has the data itself.
 *
 * <p>Statements that are not known to give the same answers so are not touched, nor are any on a
 * version of Cassandra that is not known.
 */
public final class DirectReads {
  private static final int PART_OF_HEAP = 32;

  /** All that are of no use without direct reads. */
  private static final List<String> PROPERTIES =
      List.of(
          PathSwitch.PROPERTY,
          PathSwitch.FEWER_COLUMNS_PROPERTY,
          PathSwitch.MEMORY_PROPERTY,
          CursorSwitch.PROPERTY,
          CursorSwitch.CHECK_PROPERTY,
          AggregationLimits.PROPERTY,
          RunningAggregations.PROPERTY,
          RunningAggregations.LITERALS_PROPERTY,
          RunningAggregations.TIMEOUT_PROPERTY,
          RunningAggregations.DISCONNECTED_PROPERTY);

  private static final Logger LOGGER = LoggerFactory.getLogger(DirectReads.class);

  private final PathSwitch path;
  private final MemoryBudget budget;
  private final SelectParts parts;
  private final Eligibility eligibility;
  private final FewerColumns fewer;
  private final BatchReads batches;
  private final RunningAggregations running;
  private final AggregationLimits limits;

  private final Substitutes<CQLStatement> substitutes;

  private DirectReads(
      PathSwitch path,
      MemoryBudget budget,
      SelectParts parts,
      FewerColumns fewer,
      BatchReads batches,
      RunningAggregations running,
      AggregationLimits limits) {
    this.path = path;
    this.budget = budget;
    this.parts = parts;
    this.eligibility = parts == null ? null : new Eligibility(parts);
    this.fewer = fewer;
    this.batches = batches;
    this.running = running;
    this.limits = limits;
    this.substitutes =
        new Substitutes<>(statement -> find((SelectStatement) statement), path::trip);
  }

  /**
   * The direct reads of this node. Never throws: what does not fit leaves them off.
   *
   * @param next what executes the statements; with another one than Cassandra's own, which may look
   *     into statements, none is changed
   * @param features takes what is active, and why something is not
   */
  public static DirectReads create(QueryHandler next, Features features) {
    try {
      if (next != QueryProcessor.instance) {
        return none("another query handler executes the statements", features);
      }
      if (SelfCheck.passes()) {
        MemoryBudget budget = MemoryBudget.ofThisNode(PathSwitch.MEMORY_PROPERTY, PART_OF_HEAP);
        PathSwitch path =
            new PathSwitch(
                budget,
                Settings.isOn(PathSwitch.PROPERTY, true),
                Settings.isOn(PathSwitch.FEWER_COLUMNS_PROPERTY, false));
        SelectParts parts = new SelectParts();
        AggregateCall calls = new AggregateCall();
        RunningAggregations running =
            new RunningAggregations(Settings.isOn(RunningAggregations.PROPERTY, true));
        AggregationLimits limits = AggregationLimits.ofThisNode();
        CursorSwitch cursors = CursorSwitch.ofThisNode(running::countCursorPage);
        DirectReads reads =
            new DirectReads(
                path,
                budget,
                parts,
                new FewerColumns(parts, calls),
                new BatchReads(cursors, path, new SelectorParts(calls), budget),
                running,
                limits);
        MBeanWrapper.instance.registerMBean(cursors, CursorReadsControl.NAME);
        cursors.addTo(features);
        MBeanWrapper.instance.registerMBean(path, DirectReadsControl.NAME);
        MBeanWrapper.instance.registerMBean(running, RunningAggregationsControl.NAME);
        MBeanWrapper.instance.registerMBean(limits, AggregationLimitsControl.NAME);
        RunningAggregationsTable.register(running);
        path.addTo(features);
        running.addTo(features);
        limits.addTo(features);
        return reads;
      }
      LOGGER.info(
          "cassandra-stats: aggregations are read as Cassandra {} itself does it, and cannot be seen"
              + " or stopped while they run; elsewhere (in {}) they are read directly",
          FBUtilities.getReleaseVersionString(),
          SelfCheck.VERSIONS);
      return none("it needs Cassandra " + String.join(", ", SelfCheck.VERSIONS), features);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
      LOGGER.error(
          "cassandra-stats does not read directly on this build of Cassandra: aggregations are"
              + " read as Cassandra itself does it ({})",
          unknown.toString());
      return none("this build of Cassandra is not known", features);
    }
  }

  /**
   * Direct reads that cover no statement.
   *
   * @param reason why, for the log of properties that then have no effect, and for
   * @param features which shows it
   */
  public static DirectReads none(String reason, Features features) {
    Settings.warnOfUnused(PROPERTIES, reason);
    PROPERTIES.forEach(property -> features.addMissing(property, reason));
    MemoryBudget nothing = new MemoryBudget(0);
    return new DirectReads(
        new PathSwitch(nothing, false, false),
        nothing,
        null,
        null,
        null,
        new RunningAggregations(false),
        new AggregationLimits(0));
  }

  /** What is to be executed instead of a statement that is executed once. */
  public CQLStatement insteadOf(CQLStatement statement) {
    return isCandidate(statement) ? substitutes.ofOnce(statement) : statement;
  }

  /** What is to be executed instead of a statement that comes again. */
  public CQLStatement insteadOfPrepared(CQLStatement statement) {
    return isCandidate(statement) ? substitutes.ofPrepared(statement) : statement;
  }

  /** Remembers how a statement was written, for whoever looks at what runs. */
  public void note(CQLStatement statement, String text) {
    if (isCandidate(statement)) {
      running.note(statement, text);
    }
  }

  /** Asked for every statement of the node. */
  private boolean isCandidate(CQLStatement statement) {
    return parts != null
        && statement.getClass() == SelectStatement.class
        && (path.isOn() || path.fetchesFewerColumns() || running.watchesPages() || limits.isOn())
        && ((SelectStatement) statement).getSelection().isAggregate();
  }

  private CQLStatement find(SelectStatement statement) {
    boolean covered = eligibility.covers(statement);
    return covered || eligibility.canBeWatched(statement)
        ? new AggregateSelect(
            statement,
            parts,
            path,
            budget,
            fewer,
            batches,
            running,
            limits,
            covered,
            running.text(statement))
        : statement;
  }
}
