/** Packs: chunks of each bucket. Not for applications: it may change in any version. */
package org.cassandrastats.rollup.internal.chunk;
