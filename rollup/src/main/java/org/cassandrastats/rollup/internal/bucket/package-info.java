/**
 * Runs over the buckets of a table, from the first check to what is said of it. Not for
 * applications: it may change in any version.
 */
package org.cassandrastats.rollup.internal.bucket;
