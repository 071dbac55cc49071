/** What a {@link org.cassandrastats.client.StatsClient} takes and gives. */
package org.cassandrastats.client.api;
