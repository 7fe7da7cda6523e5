import type { ConfigValue } from '../config/config-values.ts';

/** The properties that every site has. (spec: Generic site-config endpoint) */
export const BASE_PROPERTIES = [
  'logo',
  'favicon',
  'name',
  'nameEn',
  'backgroundImage',
  'description',
  'copyright',
  'icp',
] as const;

type BaseProperty = (typeof BASE_PROPERTIES)[number];

/** Null where nothing is configured. */
export type SiteConfig = Record<BaseProperty, string | null> & {
  readonly settings: Readonly<Record<string, string>>;
};

/**
 * What the rows of an application's category say: the base properties, and in `settings` every other key of the form
 * `<code>.*` with the prefix removed and the value unchanged. (spec: Generic site-config endpoint)
 */
export function siteConfig(
  code: string,
  values: ReadonlyArray<Pick<ConfigValue, 'key' | 'value'>>,
): SiteConfig {
  const prefix = `${code}.`;
  const own = new Map(
    values
      .filter(({ key }) => key.startsWith(prefix) && key.length > prefix.length)
      .map(({ key, value }) => [key.slice(prefix.length), value]),
  );
  const base = Object.fromEntries(BASE_PROPERTIES.map((name) => [name, own.get(name) ?? null]));
  for (const name of BASE_PROPERTIES) own.delete(name);
  return { ...(base as Record<BaseProperty, string | null>), settings: Object.fromEntries(own) };
}
