/**
 * How a query is resolved against its table, and its rows cut into ranges. Not for applications: it
 * may change in any version.
 */
package org.cassandrastats.client.internal.split;
