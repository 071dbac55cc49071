/** Arithmetic of ranges of keys and tokens. Not for applications: it may change in any version. */
package org.cassandrastats.client.internal.range;
