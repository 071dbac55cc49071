/**
 * Tables of states or chunks for each bucket of time, kept up to date and asked by applications:
 * {@link org.cassandrastats.rollup.Rollups} and {@link org.cassandrastats.rollup.Packs}. The
 * packages below this one are not for applications: they may change in any version.
 */
@NullMarked
package org.cassandrastats.rollup;

import org.jspecify.annotations.NullMarked;
