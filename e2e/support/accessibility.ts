import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { settle } from './visual.ts';

/**
 * Serious and critical violations of the whole page, each with its rule and first element. Waits
 * for animations, because an element that fades in has too little contrast until it is opaque.
 *
 * @param rules checks only these rules, where another run has checked the rest
 */
export function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  return violationsFound(page, builderOf(page), rules);
}

/** The same of what lies over the page, by a selector of it. */
export function violationsIn(page: Page, selector: string, rules?: readonly string[]): Promise<string[]> {
  return violationsFound(page, builderOf(page).include(selector), rules);
}

/** Checks only this document, which has no frames, and reports only violations: this is faster. */
function builderOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

async function violationsFound(page: Page, axe: AxeBuilder, rules?: readonly string[]): Promise<string[]> {
  await holdNotices(page, 'pointerenter');
  await settle(page);
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  await holdNotices(page, 'pointerleave');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => {
      const [first] = nodes;
      const why = first?.any[0]?.message ?? first?.all[0]?.message ?? first?.none[0]?.message ?? '';
      return `${id} (${nodes.length}): ${first?.html.slice(0, 200) ?? ''} ${why}`;
    });
}

/** A notice under the pointer stays: none fades out while the page is looked at. */
function holdNotices(page: Page, event: 'pointerenter' | 'pointerleave'): Promise<void> {
  return page.evaluate(
    (type) => void document.querySelector('.notice-stack')?.dispatchEvent(new PointerEvent(type)),
    event,
  );
}
