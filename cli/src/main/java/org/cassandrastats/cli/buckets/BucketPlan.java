/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.client.cql.Names;

/**
 * A table of buckets that can be made, or is there.
 *
 * @param kind the command that writes it
 * @param source the table of rows
 * @param target the table of buckets
 * @param buckets how time is cut
 * @param definition what the table of buckets says, or will say
 * @param table the table of buckets as it is; empty where it is not there
 */
public record BucketPlan<T extends BucketPlan.Target>(
    Watermarks.Kind kind,
    BucketSource source,
    T target,
    Buckets buckets,
    StoredDefinition definition,
    Optional<TableMetadata> table) {
  /** The table that is written. */
  public interface Target {
    /** Its name. */
    TableName name();

    /** Whether its columns are to be of the server jar's types. */
    boolean typed();

    /** The statement that creates it. */
    String createStatement(StoredDefinition definition);

    /**
     * Checks a table that is there already.
     *
     * @param wanted what was asked for; without a beginning, it takes that of the table
     * @return the definition of the table
     * @throws org.cassandrastats.cli.console.UserError if the table holds something else
     */
    StoredDefinition check(TableMetadata table, StoredDefinition wanted);
  }

  /**
   * Finds out what is there.
   *
   * @param contents of the table, by the names of its columns
   * @throws org.cassandrastats.cli.console.UserError if the table holds something else
   */
  public static <T extends Target> BucketPlan<T> of(
      CqlSession session,
      Watermarks.Kind kind,
      TaskOptions.Task task,
      BucketSource source,
      T target,
      Map<String, String> contents) {
    StoredDefinition wanted = StoredDefinition.of(kind, task, source.time(), contents);
    Optional<TableMetadata> table = task.into().find(session);
    return new BucketPlan<>(
        kind,
        source,
        target,
        task.buckets(),
        table.map(found -> target.check(found, wanted)).orElse(wanted),
        table);
  }

  /** The statement that creates the table. */
  public String createStatement() {
    return target.createStatement(definition);
  }

  /** The permissions that writing takes. */
  public String neededToWrite() {
    TableName name = target.name();
    return "SELECT and MODIFY on %s and %s, and where these are not there yet, CREATE on the keyspace %s"
        .formatted(name, Watermarks.table(kind, name.keyspace()), Names.cql(name.keyspace()));
  }
}
