/**
 * How requests are sent, and sent again where they fail. Not for applications: it may change in any
 * version.
 */
package org.cassandrastats.client.internal.request;
