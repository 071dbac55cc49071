/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.digest;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Where digests come from.
 *
 * @param name what reports call it
 * @param maker gives an empty digest for a k, which the library may name otherwise
 * @param reader gives the digest that was stored as the given bytes
 */
public record Library<D extends Digest<D>>(
    String name, IntFunction<D> maker, Function<byte[], D> reader) {
  /** This project's. */
  public static Library<?> ours() {
    return new Library<>("cassandra-stats", PackDigest::create, PackDigest::read);
  }

  /** Those that this project is compared with. */
  public static List<Library<?>> others() {
    return List.of(
        new Library<>("datasketches", DataSketchesDigest::create, DataSketchesDigest::read),
        new Library<>("tdunning", TdunningDigest::create, TdunningDigest::read));
  }

  public D create(int k) {
    return maker.apply(k);
  }

  public D read(byte[] bytes) {
    return reader.apply(bytes);
  }

  /** A digest of all values, in their order. */
  public D of(double[] values, int k) {
    return of(values, 0, values.length, k);
  }

  /** A digest merged from stored digests of as many parts of equal length, in their order. */
  public D merged(double[] values, int k, int parts) {
    D whole = create(k);
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) values.length * part / parts);
      int to = (int) ((long) values.length * (part + 1) / parts);
      whole.merge(read(of(values, from, to, k).toBytes()));
    }
    return whole;
  }

  private D of(double[] values, int from, int to, int k) {
    D digest = create(k);
    for (int index = from; index < to; index++) {
      digest.add(values[index]);
    }
    return digest;
  }
}
