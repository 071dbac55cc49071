/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.catalogue;

/**
 * A parameter of a function or a field of a type.
 *
 * @param name its name
 * @param type its CQL type as {@code system_schema} prints it
 */
public record Parameter(String name, String type) {}
