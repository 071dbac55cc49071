/**
 * The client lane: what servers answer, computed from the rows themselves by the same functions.
 * Not for applications: it may change in any version.
 */
package org.cassandrastats.client.internal.rows;
