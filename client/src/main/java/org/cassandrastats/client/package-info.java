/**
 * Aggregates over any number of rows, for applications with the Java driver. The whole interface is
 * {@link org.cassandrastats.client.StatsClient}, and what it takes and gives:
 *
 * <table>
 *   <caption>Types of the interface</caption>
 *   <tr><th>what</th><th>type</th></tr>
 *   <tr><td>a statement with its values</td><td>{@link org.cassandrastats.client.api.StatsQuery}</td></tr>
 *   <tr><td>how it is run</td><td>{@link org.cassandrastats.client.api.StatsOptions}</td></tr>
 *   <tr><td>who hears how far it has come</td><td>{@link org.cassandrastats.client.api.StatsListener},
 *       {@link org.cassandrastats.client.api.StatsProgress}</td></tr>
 *   <tr><td>what it has found</td><td>{@link org.cassandrastats.client.api.StatsResult}, {@link
 *       org.cassandrastats.client.api.StatsRow}, {@link
 *       org.cassandrastats.client.api.StatsSummary}</td></tr>
 *   <tr><td>how the run went</td><td>{@link org.cassandrastats.client.api.RunStatistics}</td></tr>
 *   <tr><td>why it was refused, or stopped</td><td>{@link org.cassandrastats.client.api.StatsException}</td></tr>
 * </table>
 *
 * <pre>{@code
 * StatsClient client = StatsClient.of(session);
 * StatsRow row =
 *     client
 *         .run(StatsQuery.of("SELECT stats.mean(value) AS mean FROM shop.measurement"))
 *         .row();
 * Double mean = row.getDouble("mean");
 * }</pre>
 *
 * <p>The packages below {@code internal} are not for applications: they may change in any version.
 */
@NullMarked
package org.cassandrastats.client;

import org.jspecify.annotations.NullMarked;
