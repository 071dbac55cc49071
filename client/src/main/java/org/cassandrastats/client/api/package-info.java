/** What a {@link org.cassandrastats.client.StatsClient} takes and gives. */
@NullMarked
package org.cassandrastats.client.api;

import org.jspecify.annotations.NullMarked;
