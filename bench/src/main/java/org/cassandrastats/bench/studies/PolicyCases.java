/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.internal.core.specex.ConstantSpeculativeExecutionPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.target.Deadlines;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.UserError;

/**
 * One query under each {@link DriverPolicy}, with times that follow from how long it takes alone.
 */
final class PolicyCases implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final int CALIBRATIONS = 3;
  private static final int PLENTY = 20;

  private final TimeoutStudy study;
  private final Target target;
  private final ExactPart exact;
  private final Duration alone;
  private final CqlSession shortTimeout;
  private final CqlSession retrying;
  private final CqlSession speculative;

  PolicyCases(TimeoutStudy study, Target target, ExactPart exact) {
    this.study = study;
    this.target = target;
    this.exact = exact;
    this.alone = calibrate();
    shortTimeout = session(configuration(half()));
    retrying =
        session(
            configuration(TIMEOUT)
                .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, RetryingOncePolicy.class));
    speculative =
        session(
            configuration(TIMEOUT)
                // One node stands for two replicas: the driver needs a second one to ask.
                .withClass(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, RepeatingPolicy.class)
                .withClass(
                    DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS,
                    ConstantSpeculativeExecutionPolicy.class)
                .withInt(DefaultDriverOption.SPECULATIVE_EXECUTION_MAX, 2)
                .withDuration(DefaultDriverOption.SPECULATIVE_EXECUTION_DELAY, half()));
  }

  private CqlSession session(ProgrammaticDriverConfigLoaderBuilder configuration) {
    DriverConfigLoader loader = configuration.build();
    return target
        .session(loader)
        .orElseThrow(() -> new IllegalStateException("policies need nodes of our own"));
  }

  private static ProgrammaticDriverConfigLoaderBuilder configuration(Duration timeout) {
    return DriverConfigLoader.programmaticBuilder()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, TIMEOUT)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, TIMEOUT)
        .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false);
  }

  private Duration calibrate() {
    double[] seconds = new double[CALIBRATIONS];
    for (int i = 0; i < CALIBRATIONS; i++) {
      Attempt attempt =
          TimeoutStudy.ask(target.session(), target, statement().setTimeout(TIMEOUT), exact);
      if (!attempt.isExact()) {
        target.requireRunning();
        throw new UserError(
            "The query for the policies was not answered (%s: %s). Give fewer --policy-rows."
                .formatted(attempt.error(), attempt.message()));
      }
      seconds[i] = attempt.seconds();
    }
    return Duration.ofNanos((long) (Spread.of(seconds).median() * 1e9));
  }

  private Duration half() {
    Duration half = alone.dividedBy(2);
    return half.compareTo(SHORTEST) < 0 ? SHORTEST : half;
  }

  private SimpleStatement statement() {
    return Readings.query(
            target, MeasuredAggregate.MEAN, exact.count(), TimeoutStudy.PAGE_SIZE, false)
        .setIdempotent(true);
  }

  List<Rounds.Asked> asked() {
    return Arrays.stream(DriverPolicy.values())
        .map(
            policy ->
                new Rounds.Asked(study.policyCell(target.lane(), policy), traced -> ask(policy)))
        .toList();
  }

  private Attempt ask(DriverPolicy policy) {
    boolean exceedsDeadline =
        policy == DriverPolicy.DEFAULT_RETRY || policy == DriverPolicy.RETRYING;
    TimeoutStudy.setDeadlines(
        target, exceedsDeadline ? new Deadlines(half(), half(), TIMEOUT) : Deadlines.NONE);
    // Without a time-out of its own, a statement has that of the session.
    SimpleStatement statement = statement().setTimeout(null);
    return switch (policy) {
      case PLAIN -> ask(target.session(), statement.setTimeout(TIMEOUT));
      case SESSION_TIMEOUT -> ask(shortTimeout, statement);
      case STATEMENT_TIMEOUT ->
          ask(shortTimeout, statement.setTimeout(alone.multipliedBy(PLENTY).plusSeconds(1)));
      case DEFAULT_RETRY -> ask(target.session(), statement.setTimeout(TIMEOUT));
      case RETRYING -> ask(retrying, statement);
      case SPECULATIVE_NOT_IDEMPOTENT -> ask(speculative, statement.setIdempotent(false));
      case SPECULATIVE -> ask(speculative, statement);
    };
  }

  private Attempt ask(CqlSession session, SimpleStatement statement) {
    return TimeoutStudy.ask(session, target, statement, exact);
  }

  @Override
  public void close() {
    shortTimeout.close();
    retrying.close();
    speculative.close();
  }
}
