/* SPDX-License-Identifier: Apache-2.0 */
/** Requests of a task, which are sent again where they fail. */
package org.cassandrastats.spark.request;
