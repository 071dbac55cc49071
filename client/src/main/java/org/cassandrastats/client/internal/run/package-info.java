/**
 * How ranges are read one after the other and beside each other, and how the answers come together.
 * Not for applications: it may change in any version.
 */
package org.cassandrastats.client.internal.run;
