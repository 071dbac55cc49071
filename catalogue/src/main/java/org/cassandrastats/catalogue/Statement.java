/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.catalogue;

/**
 * One schema statement.
 *
 * @param object what it makes or drops, for messages: {@code FUNCTION moments_mean(blob)}
 * @param cql the statement, fully qualified, without the closing semicolon
 */
public record Statement(String object, String cql) {}
