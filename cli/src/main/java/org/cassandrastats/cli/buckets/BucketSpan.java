/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

/**
 * Buckets next to each other, in milliseconds.
 *
 * @param from the beginning of the first one; null for all before the end
 * @param until the end of the last one
 */
public record BucketSpan(Long from, long until) {}
