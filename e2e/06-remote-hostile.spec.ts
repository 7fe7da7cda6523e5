import { LONG } from './support/long.ts';
import type { RemoteStage, StagedRemote } from './support/remote-stage.ts';
import { containerOf, sayingOf, styledBy, viewsOf, type View } from './support/hand-written.ts';
import { expect, stageTest as test, withRemotes } from './support/test.ts';
import { settle } from './support/visual.ts';

const hostileSheet = `
* { display: none !important; }
body, main, nav, .frame { visibility: hidden !important; background: red !important; }
.el-button, button { transform: rotate(45deg) !important; }
:root { --accent: rgb(255, 0, 0); font-size: 40px !important; }
@layer shell { nav { display: none !important; } }
@keyframes slide-in { to { opacity: 0; translate: 0 0; } }
@font-face { font-family: Inter; src: url(nothing.woff2); }
@property --space-4 { syntax: '<length>'; inherits: true; initial-value: 90px; }
@media all { aside { display: none !important; } }
@page { margin: 9in; }
`;

/** Two independent applications with equal names of a store, a component and a field. */
const twin = (by: number): View => {
  const source = `(vue, runtime, pinia) => {
    const useCount = pinia.defineStore('count', { state: () => ({ n: 0 }) });
    return {
      name: 'ItemList',
      setup() {
        const store = useCount();
        vue.getCurrentInstance().appContext.app.component('CountButton', {
          render: () => vue.h('button', { onClick: () => (store.n += ${by}) }, runtime.app.code + ' ' + store.n),
        });
        return () => vue.h(vue.resolveComponent('CountButton'), { key: store.n });
      },
    };
  }`;
  return Object.assign((() => undefined) as View, { toString: () => source });
};

/** Code that a view runs when it is mounted. */
const doing = (what: () => void): string =>
  viewsOf({
    main: Object.assign((() => undefined) as View, {
      toString: () => `(vue) => ({ setup() { (${String(what)})(); return () => vue.h('p', 'did it'); } })`,
    }),
  });

/** Positions and styles of the shell's parts. */
const lookOf = (stage: RemoteStage) =>
  stage.page.evaluate(() =>
    [
      'body',
      'aside',
      'aside nav a',
      'nav[aria-label="Open pages"]',
      'button[aria-label^="Account of"]',
      'main',
    ].map((selector) => {
      const element = document.querySelector(selector);
      if (!element) return `no ${selector}`;
      const { x, y, width, height } = element.getBoundingClientRect();
      const { display, visibility, fontSize, backgroundColor, transform } = getComputedStyle(element);
      const look = [display, visibility, fontSize, backgroundColor, transform];
      return [selector, ...[x, y, width, height].map(Math.round), ...look].join(' ');
    }),
  );

test.describe('design 5.2, 9.6-35, 9.6-36: a remote that reaches beyond its view', () => {
  test.use(
    withRemotes((): readonly StagedRemote[] => [
      {
        code: 'painter',
        files: { 'index.js': styledBy(sayingOf('paints')), 'style.css': hostileSheet },
      },
      { code: 'twin-a', files: { 'index.js': viewsOf({ main: twin(1) }) } },
      { code: 'twin-b', files: { 'index.js': viewsOf({ main: twin(10) }) } },
      {
        code: 'renamer',
        files: {
          'index.js': doing(() => {
            document.title = 'Mine now';
            document.body.classList.add('mine');
          }),
        },
      },
      {
        code: 'patcher',
        files: {
          'index.js': doing(() => {
            Object.assign(Array.prototype, { map: () => ['patched'] });
            Object.assign(Storage.prototype, { getItem: () => 'patched' });
          }),
        },
      },
      {
        code: 'thief',
        files: {
          'index.js': doing(() => {
            Object.assign(window, { fetch: () => Promise.reject(new Error('stolen')) });
            Object.assign(history, { pushState: () => undefined });
            Object.defineProperty(window, 'localStorage', { value: {}, configurable: true });
          }),
        },
      },
      {
        code: 'unmounter',
        files: {
          'index.js': viewsOf({
            main: (vue) => ({
              setup() {
                vue.getCurrentInstance()?.appContext.app.unmount();
                return () => 'still here';
              },
            }),
          }),
        },
      },
      {
        code: 'overlay',
        files: {
          'index.js': viewsOf({
            main: (vue) => ({
              render: () =>
                vue.h(
                  'div',
                  { style: 'position:fixed;inset:0;z-index:2147483647;background:#0008' },
                  'over all',
                ),
            }),
          }),
        },
      },
      {
        code: 'impostor',
        files: {
          'index.js': containerOf((runtime) => {
            runtime.events.emit('host:locale-changed', { locale: 'xx' });
            return { manifest: { code: runtime.app.code, version: '1.0.0' }, views: {} };
          }),
        },
      },
    ]),
  );

  test('styles: the shell and another remote look as before', async ({ stage }) => {
    stage.problems.provoke(/^uncaught: painter: load$/);
    const button = (await stage.open('calm')).getByRole('button');
    await expect(button).toBeVisible();
    await settle(stage.page);
    const before = await lookOf(stage);
    const box = await button.boundingBox();
    // The overlay's own sheet hides it.
    await expect((await stage.open('painter')).getByText('paints')).toBeAttached();
    await settle(stage.page);
    expect(await lookOf(stage)).toEqual(before);
    await stage.open('calm');
    await expect(button).toBeVisible();
    await settle(stage.page);
    expect(await button.boundingBox()).toEqual(box);
    await stage.expectUsable();
  });

  test('the same names of stores and components: each has its own', LONG, async ({ stage }) => {
    const a = (await stage.open('twin-a')).getByRole('button');
    await a.click();
    await expect(a).toHaveText('twin-a 1');
    const b = (await stage.open('twin-b')).getByRole('button');
    await b.click();
    await expect(b).toHaveText('twin-b 10');
    await stage.open('twin-a');
    await a.click();
    await expect(a).toHaveText('twin-a 2');
  });

  test('title and classes of the body: put back when the view is left', LONG, async ({ stage }) => {
    await expect(await stage.open('renamer')).toHaveText('did it');
    await stage.expectUsable();
    await expect(stage.page).toHaveTitle(/^calm main/);
    await expect(stage.page.locator('body')).not.toHaveClass(/mine/);
  });

  test('prototypes: put back, and a notice names what was changed', async ({ stage }) => {
    stage.problems.provoke(/^uncaught: patcher: intrinsics/);
    await expect(await stage.open('patcher')).toHaveText('did it');
    await stage.expectUsable();
    const notice = stage.page.getByRole('alert').filter({ hasText: 'An error occurred in patcher' });
    await expect(notice).toContainText('Array.prototype.map');
    expect(await stage.page.evaluate(() => [[1].map(String), localStorage.getItem('none')])).toEqual([
      ['1'],
      null,
    ]);
    await notice.getByRole('button').last().click();
  });

  test('fetch, history and localStorage of the window: put back', async ({ stage }) => {
    stage.problems.provoke(/^uncaught: thief: intrinsics/);
    await expect(await stage.open('thief')).toHaveText('did it');
    await stage.expectUsable();
    await expect(stage.page).toHaveURL(/calm/);
    expect(await stage.page.evaluate(() => fetch('/favicon.svg').then(({ ok }) => ok))).toBe(true);
    expect(await stage.page.evaluate(() => typeof localStorage.getItem)).toBe('function');
  });

  test('the application of the shell: cannot be unmounted', async ({ stage }) => {
    await expect(await stage.open('unmounter')).toHaveText('still here');
    await stage.expectUsable();
  });

  test('an overlay over all: the palette opens above it, and leads away', LONG, async ({ stage }) => {
    await expect(await stage.open('overlay')).toHaveText('over all');
    await stage.expectUsable();
  });

  test('events of another application: refused by name', LONG, async ({ stage }) => {
    const alert = (await stage.open('impostor')).getByRole('alert');
    await expect(alert).toContainText('REMOTE_EVENT_FOREIGN');
    await stage.expectUsable();
  });
});
