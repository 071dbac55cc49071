/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageMemoryTest {
  private final MemoryBudget budget = new MemoryBudget(40L * PageMemory.STEP);

  @Test
  void should_reserve_in_steps_and_give_everything_back() {
    PageMemory page = new PageMemory(budget);

    assertThat(page.reserve(1)).isEqualTo(PageMemory.STEP);
    assertThat(page.reserve(PageMemory.STEP)).isEqualTo(PageMemory.STEP);
    assertThat(page.reserve(PageMemory.STEP + 1)).isEqualTo(2 * PageMemory.STEP);
    assertThat(budget.used()).isEqualTo(4 * PageMemory.STEP);
    page.keep(4L * PageMemory.STEP);
    page.release();
    page.release();
    assertThat(budget.used()).isZero();
  }

  @Test
  void should_refuse_a_page_more_than_a_quarter() {
    PageMemory page = new PageMemory(budget);

    assertThat(page.reserve(10L * PageMemory.STEP)).isEqualTo(10L * PageMemory.STEP);
    assertThat(page.reserve(1)).isZero();
    assertThat(new PageMemory(budget).reserve(10L * PageMemory.STEP + 1)).isZero();
    assertThat(budget.used()).isEqualTo(10L * PageMemory.STEP);
  }

  @Test
  void should_refuse_pages_more_than_all_together() {
    for (int page = 0; page < 4; page++) {
      assertThat(new PageMemory(budget).reserve(10L * PageMemory.STEP)).isPositive();
    }
    assertThat(new PageMemory(budget).reserve(1)).isZero();
    assertThat(budget.used()).isEqualTo(budget.limit());
  }

  /** The parts of a range share the memory of their page. */
  @Test
  void should_give_back_what_a_part_of_a_page_had() {
    PageMemory page = new PageMemory(budget);
    long first = page.reserve(4L * PageMemory.STEP);
    page.reserve(6L * PageMemory.STEP);

    page.release(first);
    assertThat(budget.used()).isEqualTo(6L * PageMemory.STEP);
    assertThat(page.reserve(4L * PageMemory.STEP)).isPositive();
    page.keep(4L * PageMemory.STEP);
    page.release();
    assertThat(budget.used()).as("of a reader at work").isEqualTo(6L * PageMemory.STEP);
    page.keep(6L * PageMemory.STEP);
    assertThat(budget.used()).isZero();
  }

  @Test
  void should_show_what_is_spilled_apart() {
    PageMemory page = new PageMemory(budget);
    page.reserve(3L * PageMemory.STEP);

    page.spill(3L * PageMemory.STEP);
    assertThat(budget.used(MemoryUse.HELD)).isZero();
    assertThat(budget.used(MemoryUse.SPILLING)).isEqualTo(3L * PageMemory.STEP);
    page.releaseSpilled(2L * PageMemory.STEP);
    page.release();
    assertThat(budget.used(MemoryUse.SPILLING)).isEqualTo(PageMemory.STEP);
    page.releaseSpilled(PageMemory.STEP);
    assertThat(budget.used()).isZero();
  }

  @Test
  void should_refuse_a_page_that_nobody_waits_for() {
    PageMemory page = new PageMemory(budget);
    page.release();

    assertThat(page.reserve(1)).isZero();
    assertThat(budget.used()).isZero();
  }
}
