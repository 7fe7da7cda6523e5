import { viewsOf, type View } from './support/hand-written.ts';
import { LONG, longUnless } from './support/long.ts';
import { RemoteStage } from './support/remote-stage.ts';
import { expect, isolatedTest as alone, stageTest as test, withRemotes } from './support/test.ts';

/**
 * A view that runs code when it is mounted; `vue`, `runtime`, `router` and the shell's root `app`
 * are in scope.
 */
const doing = (what: string): string =>
  viewsOf({
    main: Object.assign((() => undefined) as View, {
      toString: () => `(vue, runtime) => ({
        setup() {
          const instance = vue.getCurrentInstance();
          const app = instance.root.appContext.app;
          const router = app.config.globalProperties.$router;
          const own = instance.appContext.config.globalProperties.$router;
          vue.onMounted(async () => { ${what} });
          return () => vue.h('p', 'did it');
        },
      })`,
    }),
  });

const guards: Readonly<Record<string, string>> = {
  'onBeforeLeave that hangs': 'runtime.router.onBeforeLeave(() => new Promise(() => undefined));',
  'onBeforeLeave that always refuses': 'runtime.router.onBeforeLeave(() => false);',
  'beforeEach(() => false) of the router': 'own.beforeEach(() => false);',
  'beforeEach of the shell’s router, by a detour':
    'setTimeout(() => router.beforeEach(() => new Promise(() => {})));',
  'beforeResolve that leads elsewhere for ever': 'router.beforeResolve(() => ({ path: "/nowhere" }));',
};

/** Guards of the runtime, and of the shell's router by a detour. */
const shortGuards = new Set(['onBeforeLeave that hangs']);

const harms: Readonly<Record<string, string>> = {
  'unmounts the shell': 'try { app.unmount(); } catch {}',
  'replaces what the router does':
    'try { Object.assign(router, { push: () => {}, replace: () => {}, resolve: () => {} }); } catch {}',
  'opens a modal dialog': `const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.textContent = 'Mine'; dialog.addEventListener('cancel', (e) => e.preventDefault()); dialog.showModal();`,
  'opens a modal dialog in its view': `const dialog = document.querySelector('[data-app=' + runtime.app.code + ']').appendChild(document.createElement('dialog'));
    dialog.style.cssText = 'width:100vw;height:100vh'; dialog.showModal();`,
  'opens a popover over all': `const over = document.body.appendChild(document.createElement('div'));
    over.popover = 'manual'; over.style.cssText = 'width:100vw;height:100vh'; over.showPopover();`,
  'makes the page inert':
    'document.body.inert = true; document.querySelector("#app").inert = true; document.querySelector("aside").inert = true;',
  'hides the frame by its style':
    'document.querySelector("#app").style.display = "none"; document.querySelector("aside").style.visibility = "hidden"; document.documentElement.style.opacity = 0;',
  'swallows keys': `for (const type of ['keydown', 'keyup', 'keypress']) for (const target of [window, document, document.body])
    target.addEventListener(type, (event) => { if (!event.target.matches('[role=combobox]')) { event.stopImmediatePropagation(); event.preventDefault(); } }, true);`,
  'replaces built-ins': `Object.assign(document, { createElement: () => { throw new Error('mine'); } });
    Promise.prototype.then = () => undefined; JSON.parse = () => ({}); window.addEventListener = () => undefined;`,
};

const fights: Readonly<Record<string, string>> = {
  'an observer': `new MutationObserver(() => document.querySelector('aside')?.remove()).observe(document.body, { childList: true, subtree: true });
    document.querySelector('aside').remove();`,
  'an observer of attributes': `const hide = () => { document.querySelector('aside').inert = true; };
    new MutationObserver(hide).observe(document.body, { attributes: true, subtree: true }); hide();`,
};

/** The harm that takes most away. */
const shortHarms = new Set(['unmounts the shell']);

/** Application code → its code. */
const all = [guards, harms, fights].flatMap((group) => Object.entries(group));
const codeOf = (what: string): string => `holder-${all.findIndex(([name]) => name === what) + 1}`;
/** A guard by vue-router's own composable. */
const routed = doing('')
  .replace('let vue, pinia;', 'let vue, pinia, routing;')
  .replace("take('pinia')]", "take('pinia'), take('vue-router')]")
  .replace('[vue, pinia] =', '[vue, pinia, routing] =')
  .replace('const instance', 'routing.onBeforeRouteLeave(() => false); const instance');

test.describe('findings: remotes 5, 6: a remote that does not let go', () => {
  test.use(
    withRemotes(() => [
      ...all.map(([what, source]) => ({ code: codeOf(what), files: { 'index.js': doing(source) } })),
      { code: 'routed', files: { 'index.js': routed } },
    ]),
  );

  for (const what of Object.keys(guards)) {
    test(
      `findings: remotes 6: ${what} is not the last word`,
      longUnless(shortGuards.has(what)),
      async ({ stage }) => {
        const code = codeOf(what);
        const view = await stage.open(code);
        await expect(view.getByText('did it')).toBeVisible();
        await stage.page.waitForTimeout(100);
        await stage.shell.link('calm main').click();
        const question = stage.page.getByRole('dialog', { name: 'Leave anyway?' });
        await expect(question).toContainText(`${code} keeps you on this page`);
        await question.getByRole('button', { name: 'Cancel' }).click();
        await expect(view).toBeVisible();
        await stage.shell.link('calm main').click();
        await question.getByRole('button', { name: 'Leave anyway' }).click();
        await expect(stage.view('calm').getByRole('button')).toBeVisible();
        await stage.expectUsable();
      },
    );
  }

  test(
    'findings: remotes 6: onBeforeRouteLeave of vue-router is not the last word',
    LONG,
    async ({ stage }) => {
      await expect(await stage.open('routed')).toHaveText('did it');
      await stage.shell.link('calm main').click();
      await stage.page.getByRole('dialog').getByRole('button', { name: 'Leave anyway' }).click();
      await expect(stage.view('calm').getByRole('button')).toBeVisible();
    },
  );

  for (const what of Object.keys(harms)) {
    test(
      `findings: remotes, harm: one that ${what} can be left, and the shell is as before`,
      longUnless(shortHarms.has(what)),
      async ({ stage }) => {
        stage.problems.provoke(/holder-\d+: intrinsics|mine|unmount|read only/);
        await expect((await stage.open(codeOf(what))).getByText('did it')).toBeAttached();
        // Changed built-ins are restored after a second.
        await stage.page.waitForTimeout(2_500);
        await stage.expectUsable();
        await stage.shell.open('On stage', 'calm main');
        await expect(stage.view('calm').getByRole('button')).toBeVisible();
      },
    );
  }

  for (const by of Object.keys(fights)) {
    test(
      `findings: remotes 5: a fight over the frame by ${by} ends with the application`,
      longUnless(by === 'an observer'),
      async ({ stage }) => {
        stage.problems.provoke(/holder-\d+: frame/);
        const alert = (await stage.open(codeOf(by))).getByRole('alert');
        await expect(alert).toContainText(`${codeOf(by)} could not be shown`);
        await expect(alert).toContainText('REMOTE_FRAME_TAKEN');
        await expect(stage.page.locator('aside')).toBeInViewport();
        await stage.expectUsable();
      },
    );
  }
});

alone(
  'findings: remotes 5: a fight by a timer is given up, and left out at the next start',
  LONG,
  async ({ page, problems }) => {
    problems.provoke(/timer: frame/);
    const stage = new RemoteStage(page);
    const entry = doing('setInterval(() => document.querySelector("aside")?.remove(), 1);');
    stage.put({ code: 'timer', files: { 'index.js': entry } });
    await stage.start();
    const alert = (await stage.open('timer')).getByRole('alert');
    await expect(alert).toContainText('REMOTE_FRAME_TAKEN');
    const leftOut = () => page.evaluate(() => localStorage.getItem('platform.remote.left-out'));
    await expect.poll(leftOut).toContain('timer');
    await page.reload();
    await expect(alert).toContainText('timer was not loaded');
    await expect(page.locator('aside')).toBeInViewport();
    await stage.expectUsable();
  },
);
