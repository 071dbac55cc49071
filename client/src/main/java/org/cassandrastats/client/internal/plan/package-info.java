/**
 * What a query would take, and how to ask it: how many rows there are, what parts of them cost, and
 * what that means for deadlines. Not for applications: it may change in any version.
 */
package org.cassandrastats.client.internal.plan;
