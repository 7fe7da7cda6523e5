import { maximumName, type Scraped } from './scraped.ts';

const UNITS = new Set(['seconds', 'bytes']);

/** `http_server_requests_seconds` is `http.server.requests` in seconds, as Micrometer has it. */
function partsOf({ name }: Scraped): { readonly name: string; readonly baseUnit: string | undefined } {
  const words = name.split('_');
  if (words.at(-1) === 'total') words.pop();
  const baseUnit = UNITS.has(words.at(-1) ?? '') ? words.pop() : undefined;
  return { name: words.join('.'), baseUnit };
}

/** The maximum of a timer is one of its measurements, and no metric of its own. */
export function metricNames(families: readonly Scraped[]): string[] {
  const maxima = new Set(families.map(({ name }) => maximumName(name)));
  const own = families.filter(({ name }) => !maxima.has(name));
  return [...new Set(own.map((family) => partsOf(family).name))].sort();
}

/**
 * A metric as Spring's actuator shows it, over all series that have every tag.
 *
 * @param tags `key:value` each
 * @returns undefined for an unknown name, or where no series has the tags
 */
export function metricOf(families: readonly Scraped[], name: string, tags: readonly string[]) {
  const family = families.find((each) => partsOf(each).name === name);
  const wanted = tags.map(
    (tag) => [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)] as const,
  );
  const tagged = (values: Scraped['values']): Scraped['values'] =>
    values.filter(({ labels }) =>
      wanted.every(([key, value]) => String(labels[key] ?? '') === value && key in labels),
    );
  const values = family && tagged(family.values);
  if (!family || !values || (values.length === 0 && wanted.length > 0)) return undefined;
  const { baseUnit } = partsOf(family);
  const maximum = families.find((each) => each.name === maximumName(family.name));
  return {
    name,
    description: family.help,
    ...(baseUnit === undefined ? {} : { baseUnit }),
    measurements: [
      ...measurementsOf(family, values),
      ...(maximum ? [{ statistic: 'MAX' as const, value: largest(tagged(maximum.values)) }] : []),
    ],
    availableTags: tagsOf(values, new Set(wanted.map(([key]) => key))),
  };
}

const largest = (values: Scraped['values']): number => Math.max(0, ...values.map(({ value }) => value));

function measurementsOf(family: Scraped, values: Scraped['values']) {
  const sum = (suffix: string): number =>
    values
      .filter(({ metricName = family.name }) => metricName === family.name + suffix)
      // A mean of nothing is not a number, which JSON cannot hold.
      .reduce((total, { value }) => total + (Number.isFinite(value) ? value : 0), 0);
  const { type: kind } = family;
  if (kind === 'histogram' || kind === 'summary') {
    return [
      { statistic: 'COUNT' as const, value: sum('_count') },
      { statistic: 'TOTAL_TIME' as const, value: sum('_sum') },
    ];
  }
  return [{ statistic: kind === 'counter' ? ('COUNT' as const) : ('VALUE' as const), value: sum('') }];
}

/** Tags that would narrow the series further. */
function tagsOf(values: Scraped['values'], used: ReadonlySet<string>) {
  const found = new Map<string, Set<string>>();
  for (const { labels } of values) {
    for (const [key, value] of Object.entries(labels)) {
      if (key === 'le' || key === 'quantile' || used.has(key)) continue;
      found.set(key, (found.get(key) ?? new Set()).add(String(value)));
    }
  }
  return [...found].map(([tag, all]) => ({ tag, values: [...all].sort() }));
}
