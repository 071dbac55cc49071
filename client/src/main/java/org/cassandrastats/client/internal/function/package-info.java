/**
 * What is asked of the servers for each selector, how the answers merge, and how they are finished.
 * Not for applications: it may change in any version.
 */
package org.cassandrastats.client.internal.function;
