import type { BrowserContext, Page } from '@playwright/test';
import { containerOf, sayingOf, viewsOf, type View } from './support/hand-written.ts';
import { LONG, longUnless } from './support/long.ts';
import { RemoteStage, type StagedRemote } from './support/remote-stage.ts';
import { expect, isolatedTest as test } from './support/test.ts';

/** A view with the given code. */
const viewOf = (source: string): string =>
  viewsOf({ main: Object.assign((() => undefined) as View, { toString: () => source }) });

/** Says on the console that the page is blocked from here on, and blocks it. */
const BLOCK = "console.info('blocked'); for (;;);";

/** Code that blocks a page, and when it runs. */
const traps: Readonly<Record<string, string>> = {
  'at the level of its module': BLOCK,
  'without end in promises':
    "console.info('blocked'); const turn = () => Promise.resolve().then(turn); turn();",
  'in install': containerOf(`() => { ${BLOCK} }`),
  'in setup': viewOf(`() => ({ setup() { ${BLOCK} } })`),
  'when it is drawn': viewOf(`() => ({ render() { ${BLOCK} } })`),
  'when it is mounted, with built-ins replaced': viewOf(`(vue) => ({
    mounted() {
      Storage.prototype.setItem = Storage.prototype.removeItem = () => undefined;
      JSON.stringify = () => '[]';
      Promise.prototype.then = () => undefined;
      ${BLOCK}
    },
    render: () => vue.h('p', 'mounted'),
  })`),
  'seconds after it was drawn': viewOf(`(vue) => ({
    mounted: () => void setTimeout(() => { ${BLOCK} }, 2_000),
    render: () => vue.h('p', 'still well'),
  })`),
};

/** By the hardest means; the same mark, set before evaluation, stops the others. */
const shortTraps = new Set(['when it is mounted, with built-ins replaced']);

async function stageOf(page: Page, entry: string): Promise<RemoteStage> {
  const stage = new RemoteStage(page);
  const trap: StagedRemote = { code: 'trap', files: { 'index.js': entry } };
  stage.put(trap, { code: 'works', files: { 'index.js': sayingOf('it works') } });
  await stage.start();
  return stage;
}

/** Opens the trap, waits until the page is blocked, and closes it. */
async function fallInto(context: BrowserContext, entry: string): Promise<void> {
  const page = await context.newPage();
  const stage = await stageOf(page, entry);
  // Its mark is gone once it has run.
  await expect(await stage.open('works')).toHaveText('it works');
  // A page that is only slow does not answer either.
  const blocked = page.waitForEvent('console', (message) => message.text() === 'blocked');
  void stage.open('trap').catch(() => undefined);
  await blocked;
  await expect
    .poll(() => Promise.race([page.evaluate(() => true), sleep(2_000).then(() => false)]), {
      intervals: [300],
    })
    .toBe(false);
  await page.close();
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

for (const [when, entry] of Object.entries(traps)) {
  test(
    `design 16-24: an application that stops the page ${when} is left out at the next start`,
    longUnless(shortTraps.has(when)),
    async ({ context, page }) => {
      await fallInto(context, entry);
      const stage = await stageOf(page, entry);
      const alert = (await stage.open('trap')).getByRole('alert');
      await expect(alert).toContainText('trap was not loaded');
      await expect(alert).toContainText('REMOTE_LEFT_OUT');
      await expect(await stage.open('works')).toHaveText('it works');
      await stage.expectUsable();
      await page.reload();
      await expect(await stage.open('trap')).toContainText('trap was not loaded');

      // A fixed build of the same version: the user retries.
      stage.put({ code: 'trap', files: { 'index.js': sayingOf('mended') } });
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(stage.view('trap')).toHaveText('mended');
      await page.reload();
      await expect(await stage.open('trap')).toHaveText('mended');
    },
  );
}

test(
  'design 16-24: the start at its own page says so, and goes on; another version runs',
  LONG,
  async ({ context, page }) => {
    const entry = traps['in setup'] ?? '';
    await fallInto(context, entry);
    const stage = await stageOf(page, entry);
    await page.goto('/stage/trap-main');
    await expect(stage.view('trap').getByRole('alert')).toContainText('trap was not loaded');
    await expect(page.getByRole('status').filter({ hasText: 'trap was not loaded' })).toBeVisible();
    await stage.expectUsable();
    stage.put({ code: 'trap', version: '1.0.1', files: { 'index.js': sayingOf('mended') } });
    await stage.announce();
    await expect(await stage.open('trap')).toHaveText('mended');
  },
);

test(
  'design 16-24: a page that is loaded anew while an application is still loading leaves nothing out',
  LONG,
  async ({ page }) => {
    const stage = await stageOf(page, sayingOf('it is well'));
    stage.put({ code: 'trap', files: { 'index.js': { hangs: true } } });
    await stage.open('trap');
    await expect.poll(() => stage.requests.some((url) => url.includes('/trap/'))).toBe(true);
    stage.put({ code: 'trap', files: { 'index.js': sayingOf('it is well') } });
    await page.reload();
    await expect(stage.view('trap')).toHaveText('it is well');
  },
);

/** Code that keeps the page running but unusable. */
const holds: Readonly<Record<string, string>> = {
  'swallows all pointer events and keys': viewOf(`(vue) => ({
    setup() {
      const types = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'touchstart', 'keydown', 'keyup'];
      for (const type of types) for (const target of [window, document])
        target.addEventListener(type, (event) => { event.stopImmediatePropagation(); event.preventDefault(); }, true);
      return () => vue.h('p', 'held');
    },
  })`),
  'replaces what the stores of the shell hold and do': viewOf(`(vue) => ({
    setup() {
      const { $pinia } = vue.getCurrentInstance().root.appContext.app.config.globalProperties;
      vue.onMounted(() => {
        for (const store of $pinia._s.values())
          for (const key of Object.keys(store))
            try { store[key] = typeof store[key] === 'function' ? () => { throw new Error('mine'); } : undefined; } catch {}
      });
      return () => vue.h('p', 'held');
    },
  })`),
};

for (const [what, entry] of Object.entries(holds)) {
  const details = longUnless(what === 'swallows all pointer events and keys');
  test(
    `findings: remotes, harm: one that ${what} is left out after three quick reloads`,
    details,
    async ({ page, problems }) => {
      problems.provoke(/./);
      // However slow the machine is, the three fall into the half minute that counts as quick.
      // Playwright's own clock hides from the page that it was reloaded.
      await page.addInitScript((at) => (Date.now = () => at), Date.now());
      const stage = await stageOf(page, entry);
      await stage.open('trap');
      await expect(page.locator('[data-app=trap]').getByText('held')).toBeAttached();
      for (let turn = 0; turn < 2; turn++) {
        await page.reload();
        await expect(page.locator('[data-app=trap]').getByText('held')).toBeAttached();
      }
      await page.reload();
      await expect(stage.view('trap').getByRole('alert')).toContainText('trap was not loaded');
      await expect(page.getByRole('status').filter({ hasText: 'trap was not loaded' })).toBeVisible();
      await stage.expectUsable();
      await expect(await stage.open('works')).toHaveText('it works');
    },
  );
}

test('design 16-24: pages that end as pages do leave nothing out', async ({ context, page }) => {
  const stage = await stageOf(page, sayingOf('it is well'));
  await expect(await stage.open('trap')).toHaveText('it is well');
  await page.reload();
  await expect(stage.view('trap')).toHaveText('it is well');
  const second = await context.newPage();
  const beside = await stageOf(second, sayingOf('it is well'));
  await expect(await beside.open('trap')).toHaveText('it is well');
  await second.close();
  await page.goto('/apps/tasks');
  await expect(await stage.open('trap')).toHaveText('it is well');
  expect(await page.evaluate(() => localStorage.getItem('platform.remote.left-out'))).toBeNull();
});
