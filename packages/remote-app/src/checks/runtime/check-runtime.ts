import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { codeOf, parseJson, type CheckedProject, type CheckFinding } from '../finding.ts';
import { pagesOf, type Menu } from '../name-rules.ts';
import { launchBrowser } from './browser.ts';
import { toFindings, type Sighting } from './findings.ts';
import { bundleHost, type HostFiles } from './host-bundle.ts';
import type { CheckedPage, PageSetup } from './page/checked-page.ts';
import { ORIGIN, servePage } from './serve-page.ts';

export interface RuntimeCheckOptions {
  /** Folder for screenshots of the views. */
  readonly screenshots?: string;
  /** Time limit of a stage in milliseconds; default: 8000, as in the shell (design 9.6-31). */
  readonly limit?: number;
  /** Milliseconds that a view is observed; default: 300. */
  readonly settle?: number;
}

/** A browser that checks any number of applications. */
export interface RuntimeCheck {
  /** @param own options of this application */
  readonly check: (project: CheckedProject, own?: RuntimeCheckOptions) => Promise<CheckFinding[]>;
  readonly close: () => Promise<void>;
}

interface Session extends RuntimeCheckOptions {
  readonly browser: Browser;
  readonly host: HostFiles;
}

/**
 * `check:runtime` (spec: L10; design 5.4, 9.6-36): loads and installs the build in Chromium
 * without a server, shows each view twice, and disposes everything.
 * @throws RuntimeCheckError if Playwright or a browser is missing
 */
export async function openRuntimeCheck(options: RuntimeCheckOptions = {}): Promise<RuntimeCheck> {
  const [browser, host] = await Promise.all([launchBrowser(), bundleHost()]);
  return {
    check: (project, own) => checkInBrowser({ browser, host, ...options, ...own }, project),
    close: () => browser.close(),
  };
}

async function checkInBrowser(session: Session, project: CheckedProject): Promise<CheckFinding[]> {
  const code = codeOf(project);
  if (!project.built.has('index.js')) {
    const message = 'There is no build to open.';
    const fix = `Run npm run build in frontend/${project.folder}.`;
    return [{ code: 'CHECK_BUILD_MISSING', severity: 'error', file: project.dist, message, fix }];
  }
  const sightings: Sighting[] = [];
  const see = (sighting: Sighting): void => void sightings.push(sighting);
  let shown: string | undefined;
  const seeRequest = (sighting: Sighting): void => see({ view: shown, ...sighting });
  const page = await session.browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  try {
    await servePage(page, { host: session.host, code, built: project.built, see: seeRequest });
    await page.goto(ORIGIN);
    await page.waitForFunction(() => 'createCheckedPage' in window);
    await walk(session, project, page, { see, show: (key) => (shown = key) });
  } finally {
    await page.close();
  }
  return toFindings(project, sightings);
}

type OnPage = { createCheckedPage(setup: PageSetup): CheckedPage; checkedPage: CheckedPage };

/** Message for a page that is blocked by an endless loop. */
class Stuck extends Error {}

async function walk(
  { limit = 8_000, settle = 300, screenshots }: Session,
  project: CheckedProject,
  page: Page,
  { see, show }: { see: (sighting: Sighting) => void; show: (key: string | undefined) => void },
): Promise<void> {
  const code = codeOf(project);
  const { version } = parseJson(project.built.get('remote.json')) ?? {};
  const setup: PageSetup = {
    code,
    version: typeof version === 'string' ? version : '0.0.0',
    entry: `${ORIGIN}/remote-apps/${code}/index.js`,
    answers: parseJson(project.sources.get('check-answers.json')) ?? {},
    limit,
    settle,
  };
  await page.evaluate((given) => {
    const target = window as unknown as OnPage;
    target.checkedPage = target.createCheckedPage(given);
  }, setup);
  const step = async <T>(name: 'load' | 'mount' | 'unmount' | 'dispose', key = ''): Promise<T> => {
    const work = page.evaluate(
      async ([method, argument]) => {
        const run = (window as unknown as OnPage).checkedPage;
        const result: unknown = await run[method](argument);
        return { result, seen: run.take() };
      },
      [name, key] as const,
    );
    const { result, seen } = await orStuck(work, 5 * limit + 20 * settle);
    seen.forEach(see);
    return result as T;
  };
  try {
    const keys = await step<string[] | undefined>('load');
    for (const key of keys ? missingViews(project, keys) : [])
      see({ code: 'CHECK_RUN_VIEW_MISSING', message: `View "${key}" does not exist.` });
    for (const key of keys ?? []) {
      show(key);
      // A view that is shown again must neither fail nor accumulate leftovers.
      for (const turn of [1, 2]) {
        if (!(await step<boolean>('mount', key))) break;
        if (turn === 1 && screenshots !== undefined)
          await page.screenshot({ path: join(screenshots, `${code}-${key.replaceAll('/', '-')}.png`) });
        await step('unmount', key);
      }
    }
    show(undefined);
    await step('dispose');
  } catch (thrown) {
    if (!(thrown instanceof Stuck)) throw thrown;
    see({ code: 'CHECK_RUN_TIMEOUT', message: 'The page answers no more.' });
  }
}

/** Views of menus or the build that install did not return. */
function missingViews(project: CheckedProject, given: readonly string[]): string[] {
  const prefix = `remote:${codeOf(project)}/`;
  const menus = (parseJson(project.manifest)?.['menus'] ?? []) as readonly Menu[];
  const opened = pagesOf(menus)
    .filter((component) => component.startsWith(prefix))
    .map((component) => component.slice(prefix.length));
  const named = (parseJson(project.built.get('remote.json'))?.['views'] ?? []) as readonly string[];
  return [...new Set([...opened, ...named])].filter((key) => !given.includes(key));
}

async function orStuck<T>(work: Promise<T>, ms: number): Promise<T> {
  // The page may still be busy when it closes.
  work.catch(() => undefined);
  const ended = new AbortController();
  const late = setTimeout(ms, undefined, { signal: ended.signal }).then((): never => {
    throw new Stuck();
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}
