/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

/**
 * A column of the result.
 *
 * @param name its alias, or the expression as it was written
 * @param expression what it shows
 */
public record Selector(String name, Expression expression) {}
