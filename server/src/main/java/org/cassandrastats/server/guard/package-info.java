/* SPDX-License-Identifier: Apache-2.0 */

/** What keeps bytes that are no states out of columns of the state types. */
package org.cassandrastats.server.guard;
