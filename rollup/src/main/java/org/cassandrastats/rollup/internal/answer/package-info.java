/**
 * Answers to questions about rows from the states of rollups. Not for applications: it may change
 * in any version.
 */
package org.cassandrastats.rollup.internal.answer;
