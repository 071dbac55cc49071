/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

import java.util.function.IntFunction;
import org.cassandrastats.compiler.source.Location;

/**
 * A function body that is to be checked.
 *
 * @param name what it is called in messages, for example {@code mean(blob)}
 * @param parameters its parameters as Java source, for example {@code ByteBuffer state, int n}
 * @param returns the Java type of its result
 * @param text the body
 * @param origin where a line of the body, from 1, comes from
 */
public record Body(
    String name, String parameters, String returns, String text, IntFunction<Location> origin) {}
