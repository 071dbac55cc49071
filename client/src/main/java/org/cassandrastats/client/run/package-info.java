/**
 * How the rows of a query are cut into requests, and how the answers come together. Not for
 * applications: it may change in any version.
 */
package org.cassandrastats.client.run;
