import type { CatalogApp } from '@platform/package-format';
import type { Page, PageQuery } from '../../../kernel/index.ts';
import { offerOrder, wordsOf, type OfferColumn, type OfferFilter } from '../offer-filter.ts';

/**
 * Filters, sorts and pages applications as a publisher does.
 *
 * @throws ORDER_COLUMN_UNKNOWN (400)
 */
export function pageOfApps(
  apps: readonly CatalogApp[],
  filter: OfferFilter,
  page: PageQuery,
): Page<CatalogApp> {
  const { column, descending } = offerOrder(page);
  const words = wordsOf(filter.keyword);
  const among = filter.among && new Set(filter.among);
  const without = new Set(filter.without);
  const found = apps
    .filter(
      (app) =>
        (among?.has(app.appCode) ?? true) &&
        !without.has(app.appCode) &&
        (filter.category === undefined || app.category === filter.category) &&
        hasAll(app, words),
    )
    .sort((a, b) => compare(valueOf(a, column), valueOf(b, column)) || compare(a.appCode, b.appCode));
  if (descending) found.reverse();
  const from = (page.pageNum - 1) * page.pageSize;
  return { total: found.length, rows: found.slice(from, from + page.pageSize) };
}

function hasAll(
  { name, names = {}, appCode, description, descriptions = {}, author, category }: CatalogApp,
  words: readonly string[],
): boolean {
  const translated = [...Object.values(names), ...Object.values(descriptions)];
  const texts = [name, appCode, description, author, category, ...translated].map(
    (text) => text?.toLowerCase() ?? '',
  );
  return words.every((word) => texts.some((text) => text.includes(word)));
}

const valueOf = (app: CatalogApp, column: OfferColumn): string =>
  column === 'name' ? app.name.toLowerCase() : (app[column] ?? '');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
