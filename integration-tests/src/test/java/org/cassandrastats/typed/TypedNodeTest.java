/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class of the node with typed columns, in whose constructor a keyspace can be made ready.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("own-node")
@ExtendWith(TypedNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@interface TypedNodeTest {}
