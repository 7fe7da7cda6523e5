/**
 * Lists of the shell on a large site, on screen: from the click on a menu to the first painted row,
 * and from a key or click to the painted result. (design 12.1-2)
 *
 * The site is that of `administration.ts`, with rows in the other lists too; the baseline beside it
 * is a site as its first start leaves it. A new browser goes through all lists in each round, so
 * that `opened` loads the code of the page, and `again` has it. The goal is for the median: one
 * frame or one neighbour on a shared machine decides about the slowest of a few rounds, which is
 * printed beside it, and so is processor time, which neighbours do not change. Run:
 * `node bench/on-screen.ts [--check] [--rounds=7] [--only=/system/users]`
 */
import { ListVisitor, STEPS, type Measured, type Step } from './lib/administration/list-visitor.ts';
import { startSite } from './lib/administration/site-host.ts';
import { ShellBrowser } from './lib/frontend/shell-browser.ts';
import { option } from './lib/options.ts';
import { report, type Figure } from './lib/report.ts';
import { median, percentile } from './lib/statistics.ts';

const GOAL_MS = 300;
const rounds = option('rounds', 7);
const only = process.argv.find((argument) => argument.startsWith('--only='))?.split('=')[1];

const sites = { large: await startSite('large'), small: await startSite('small') };
const browser = await ShellBrowser.launch();
const measured = new Map<string, Measured[]>();
const keyOf = (site: string, path: string, step: Step): string => `${site} ${path} ${step}`;

async function round(paths: readonly string[], counts: boolean): Promise<void> {
  const visitors = {
    large: await ListVisitor.enter(browser, sites.large),
    small: await ListVisitor.enter(browser, sites.small),
  };
  for (const path of paths) {
    for (const site of ['large', 'small'] as const) {
      for (const [step, each] of await visitors[site].visit(path)) {
        const key = keyOf(site, path, step);
        if (counts) measured.set(key, [...(measured.get(key) ?? []), each]);
      }
    }
  }
  await Promise.all(Object.values(visitors).map((visitor) => visitor.close()));
}

/** Median of one kind of figure. */
const middle = (values: readonly Measured[], of: (one: Measured) => number): string =>
  median(values.map(of)).toFixed(0);

function figureOf(path: string, step: Step): Figure[] {
  const values = measured.get(keyOf('large', path, step));
  if (!values) return [];
  const walls = values.map(({ wall }) => wall);
  const small = measured.get(keyOf('small', path, step)) ?? [];
  const work = (of: readonly Measured[]): string =>
    `page ${middle(of, ({ page }) => page)} + host ${middle(of, ({ host }) => host)}`;
  const note = [
    `p95 ${percentile(walls, 0.95).toFixed(0)}`,
    `answered ${middle(values, ({ answered }) => answered)} of ${middle(values, ({ requests }) => requests)}`,
    work(values),
    ...(small.length > 0 ? [`small: ${middle(small, ({ wall }) => wall)}, ${work(small)}`] : []),
  ].join(', ');
  return [{ name: `${path}: ${step}`, value: median(walls), unit: 'ms', atMost: GOAL_MS, note }];
}

try {
  const visitor = await ListVisitor.enter(browser, sites.large);
  const lists = only === undefined ? await visitor.lists() : [only];
  await visitor.close();
  // The first round warms up both hosts.
  for (let turn = 0; turn <= rounds; turn++) await round(lists, turn > 0);
  report(
    'on-screen',
    lists.flatMap((path) => STEPS.flatMap((step) => figureOf(path, step))),
  );
} finally {
  await browser.close();
  await Promise.all(Object.values(sites).map((site) => site.close()));
}
