/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import org.cassandrastats.client.StatsQuery.Fill;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the option {@code --fill} may be. */
final class FillNames implements ITypeConverter<Fill> {
  @Override
  public Fill convert(String name) {
    return switch (name) {
      case "none" -> Fill.NONE;
      case "null" -> Fill.NULL;
      case "previous" -> Fill.PREVIOUS;
      case "linear" -> Fill.LINEAR;
      default ->
          throw new TypeConversionException(
              "\"%s\" fills nothing: expected null, previous or linear".formatted(name));
    };
  }
}
