import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Serious and critical violations of the whole page, each with its rule and first place.
 *
 * @param rules only these, where another run has looked at the rest
 */
export function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  return violationsFound(new AxeBuilder({ page }), rules);
}

/** The same of what lies over the page, by a selector of it. */
export function violationsIn(page: Page, selector: string, rules?: readonly string[]): Promise<string[]> {
  return violationsFound(new AxeBuilder({ page }).include(selector), rules);
}

async function violationsFound(axe: AxeBuilder, rules?: readonly string[]): Promise<string[]> {
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => {
      const [first] = nodes;
      const why = first?.any[0]?.message ?? first?.all[0]?.message ?? first?.none[0]?.message ?? '';
      return `${id} (${nodes.length}): ${first?.html.slice(0, 200) ?? ''} ${why}`;
    });
}
