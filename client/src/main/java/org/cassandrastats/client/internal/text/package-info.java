/**
 * Numbers and times as people write and read them. Not for applications: it may change in any
 * version.
 */
package org.cassandrastats.client.internal.text;
