import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Serious and critical violations of the whole page, each with its rule and first place.
 *
 * @param rules only these, where another run has looked at the rest
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => {
      const [first] = nodes;
      const why = first?.any[0]?.message ?? first?.all[0]?.message ?? first?.none[0]?.message ?? '';
      return `${id} (${nodes.length}): ${first?.html.slice(0, 200) ?? ''} ${why}`;
    });
}
