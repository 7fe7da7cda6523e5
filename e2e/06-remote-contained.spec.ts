import type { RemoteStage } from './support/remote-stage.ts';
import { viewsOf, type View } from './support/hand-written.ts';
import { expect, stageTest as test } from './support/test.ts';

/** A view that does something as soon as it is there. */
const doing = (what: () => void): string =>
  viewsOf({
    main: Object.assign((() => undefined) as View, {
      toString: () => `(vue) => ({ mounted: ${String(what)}, render: () => vue.h('p', 'did it') })`,
    }),
  });

const acts: Readonly<Record<string, () => void>> = {
  'overlay-in-body': () => {
    const over = document.body.appendChild(document.createElement('div'));
    over.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: red';
  },
  'style-in-head': () => {
    const style = document.createElement('style');
    style.textContent =
      'aside, header, nav { display: none !important } * { letter-spacing: 9px !important }';
    document.head.append(style);
  },
  'constructed-sheet': () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('aside, nav { display: none !important }');
    document.adoptedStyleSheets.push(sheet);
  },
  'body-wiped': () => {
    document.body.innerHTML = '<h1>Mine</h1>';
  },
  'body-replaced': () => {
    document.body = document.createElement('body');
  },
  'menu-removed': () => {
    document.querySelector('aside')?.remove();
  },
};

const overlay = viewsOf({
  main: (vue) => ({
    render: () =>
      vue.h(
        'div',
        { style: 'position: fixed; inset: 0; z-index: 2147483647; background: red' },
        vue.h('p', { style: 'position: fixed; bottom: 0' }, 'at the bottom'),
      ),
  }),
});

const put = (stage: RemoteStage): void =>
  stage.put(
    { code: 'overlay', files: { 'index.js': overlay } },
    ...Object.entries(acts).map(([code, act]) => ({ code, files: { 'index.js': doing(act) } })),
  );

test.describe('design 9.6-35, 9.6-36: a remote that is held in its place', () => {
  test.beforeAll(async ({ openStage }) => {
    put(openStage);
    await openStage.announce();
  });

  test('what is fixed in a view ends at the frame, and is in sight', async ({ stage }) => {
    const bar = (await stage.open('overlay')).getByText('at the bottom');
    await expect(bar).toBeInViewport();
    await stage.shell.open('On stage', 'calm main');
    await expect(stage.view('calm').getByRole('button')).toBeVisible();
  });

  for (const code of Object.keys(acts)) {
    test(`${code}: frame and other pages are as they were once its view is left`, async ({ stage }) => {
      await expect((await stage.open(code)).getByText('did it')).toBeAttached();
      await stage.expectUsable();
      await stage.shell.open('On stage', 'calm main');
      const menu = stage.page.locator('aside');
      await expect(menu).toHaveCSS('letter-spacing', 'normal');
      await expect(menu).toBeInViewport();
    });
  }
});
