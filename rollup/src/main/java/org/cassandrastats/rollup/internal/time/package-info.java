/**
 * How time is cut into buckets, and what columns of times hold. Not for applications: it may change
 * in any version.
 */
package org.cassandrastats.rollup.internal.time;
