/**
 * Cassandra with the functions of the pack, for the tests of applications: in a container of
 * Testcontainers where a Docker engine answers, else in a JVM of its own.
 */
package org.cassandrastats.testcontainers;
