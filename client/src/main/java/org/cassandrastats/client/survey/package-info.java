/**
 * How rows are distributed over keys and tokens, as plans need it. Not for applications: it may
 * change in any version.
 */
package org.cassandrastats.client.survey;
