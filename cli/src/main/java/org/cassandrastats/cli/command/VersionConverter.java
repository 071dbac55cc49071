/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.node.CassandraVersion;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a version of Cassandra from the command line. */
final class VersionConverter implements ITypeConverter<CassandraVersion> {
  @Override
  public CassandraVersion convert(String text) {
    try {
      return CassandraVersion.parse(text);
    } catch (UserError wrong) {
      throw new TypeConversionException(wrong.getMessage());
    }
  }
}
