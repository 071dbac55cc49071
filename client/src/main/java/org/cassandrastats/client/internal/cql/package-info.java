/** How a SELECT statement is read. Not for applications: it may change in any version. */
package org.cassandrastats.client.internal.cql;
