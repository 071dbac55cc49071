/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * What is wanted of the answer.
 *
 * @param repeatEvery how often the same question is asked; empty for once
 * @param longest how long an answer may take at most
 */
public record Demands(Optional<Duration> repeatEvery, Duration longest) {}
