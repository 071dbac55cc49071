/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.split;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.cassandrastats.client.range.KeyType;
import org.cassandrastats.client.range.Order;
import org.cassandrastats.client.range.Part;
import org.cassandrastats.client.range.Range;
import org.cassandrastats.client.request.Condition;
import org.cassandrastats.client.request.Requests;

/** A row that its whole primary key names: there is nothing to cut. */
public final class SingleRowSource implements RangeSource<Long> {
  private final SplitQuery splitQuery;
  private final Requests requests;
  private final Set<Node> replicas;
  private final List<Range<Long>> left = new ArrayList<>(List.of(Range.<Long>all()));

  public SingleRowSource(SplitQuery splitQuery, Requests requests, Set<Node> replicas) {
    this.splitQuery = splitQuery;
    this.requests = requests;
    this.replicas = replicas;
  }

  @Override
  public Order<Long> order() {
    return KeyType.tokens();
  }

  @Override
  public Range<Long> whole() {
    return Range.all();
  }

  @Override
  public int nodes() {
    return 1;
  }

  @Override
  public double totalWidth() {
    return 1;
  }

  @Override
  public double firstWidth() {
    return 1;
  }

  @Override
  public void leaveOut(List<Range<Long>> done) {
    left.removeAll(done);
  }

  @Override
  public Part<Long> next(double width) {
    return left.isEmpty() ? null : Part.of(left.remove(0), 1, replicas);
  }

  @Override
  public double handedOut() {
    return 1.0 - left.size();
  }

  @Override
  public List<Part<Long>> halves(Part<Long> part) {
    return List.of();
  }

  @Override
  public List<List<ByteBuffer>> answer(Part<Long> part, Node node) throws InterruptedException {
    List<Condition> conditions = new ArrayList<>(splitQuery.insidePartition());
    conditions.addAll(splitQuery.others());
    return requests.rows(node, splitQuery.select(), conditions, "");
  }

  @Override
  public String describe(Range<Long> range) {
    return "the row";
  }

  @Override
  public ByteBuffer encode(Long key) {
    throw new IllegalStateException("a row has no keys inside");
  }

  @Override
  public Long decode(ByteBuffer bytes) {
    throw new IllegalStateException("a row has no keys inside");
  }
}
