/**
 * How tables are named, made and written, and how far runs have come. Not for applications: it may
 * change in any version.
 */
package org.cassandrastats.rollup.internal.table;
