import type { SiteConfig } from '@platform/host-api';
import { BASE_PROPERTIES } from '../config/site-properties.ts';

/**
 * Builds the site configuration from the rows of an application's category.
 *
 * `settings` holds every key `<code>.*` beyond the base properties, without its prefix. A base
 * property that is not configured is null. (spec: Generic site-config endpoint)
 */
export function siteConfig(
  code: string,
  values: ReadonlyArray<{ readonly key: string; readonly value: string }>,
): SiteConfig {
  const prefix = `${code}.`;
  const own = new Map(
    values
      .filter(({ key }) => key.startsWith(prefix) && key.length > prefix.length)
      .map(({ key, value }) => [key.slice(prefix.length), value]),
  );
  const base = Object.fromEntries(BASE_PROPERTIES.map((name) => [name, own.get(name) ?? null]));
  for (const name of BASE_PROPERTIES) own.delete(name);
  return {
    ...(base as Record<(typeof BASE_PROPERTIES)[number], string | null>),
    settings: Object.fromEntries(own),
  };
}
