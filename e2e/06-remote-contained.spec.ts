import type { StagedRemote } from './support/remote-stage.ts';
import { viewsOf, type View } from './support/hand-written.ts';
import { longUnless } from './support/long.ts';
import { expect, stageTest as test, withRemotes } from './support/test.ts';

/** A view that runs code when it is mounted. */
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
  'sheet-later': () => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    setTimeout(() => sheet.replaceSync('aside, nav { display: none !important }'), 300);
    setTimeout(() => {
      const another = new CSSStyleSheet();
      another.insertRule('aside { letter-spacing: 9px !important }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, another];
      document.documentElement.dataset['acted'] = 'sheet-later';
    }, 300);
  },
  'style-by-rules': () => {
    const style = document.head.appendChild(document.createElement('style'));
    const group = style.sheet?.cssRules[style.sheet.insertRule('@media all { p { color: red } }')];
    (group as CSSGroupingRule).insertRule('aside { display: none !important }');
    setTimeout(() => {
      style.sheet?.insertRule('aside { letter-spacing: 9px !important }');
      document.documentElement.dataset['acted'] = 'style-by-rules';
    }, 300);
  },
  'style-in-view': () => {
    const view = document.querySelector('[data-app=style-in-view]') as HTMLElement;
    view.insertAdjacentHTML('beforeend', '<div><style>aside { display: none !important }</style></div>');
  },
  'style-of-svg': () => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
    style.textContent = 'aside { display: none !important }';
    svg.append(style);
    document.body.append(svg);
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

/** One styles everything, one removes everything. */
const inShort = new Set(['constructed-sheet', 'body-wiped']);

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

const remotes = (): readonly StagedRemote[] => [
  { code: 'overlay', files: { 'index.js': overlay } },
  { code: 'adds-later', files: { 'index.js': doing(later) } },
  ...Object.entries(acts).map(([code, act]) => ({ code, files: { 'index.js': doing(act) } })),
];

/** A cached view adds elements once the test says that another application is visible. */
const later = (): void => {
  const turn = setInterval(() => {
    if (!document.documentElement.dataset['other']) return;
    clearInterval(turn);
    const style = document.createElement('style');
    style.textContent = 'p, button { display: none !important }';
    document.head.append(style);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('p, button { display: none !important }');
    document.adoptedStyleSheets.push(sheet);
    document.documentElement.dataset['late'] = 'added';
  }, 50);
};

test.describe('design 9.6-35, 9.6-36: a remote that is held in its place', () => {
  test.use(withRemotes(remotes));

  test('what is fixed in a view ends at the frame, and is in sight', async ({ stage }) => {
    const bar = (await stage.open('overlay')).getByText('at the bottom');
    await expect(bar).toBeInViewport();
    await stage.shell.open('On stage', 'calm main');
    await expect(stage.view('calm').getByRole('button')).toBeVisible();
  });

  test('findings: remotes 4: what a kept view adds later hides nothing of another application', async ({
    stage,
  }) => {
    await expect((await stage.open('adds-later')).getByText('did it')).toBeVisible();
    await expect((await stage.open('calm')).getByRole('button')).toBeVisible();
    await stage.page.evaluate(() => document.documentElement.setAttribute('data-other', 'visible'));
    await expect(stage.page.locator('html[data-late=added]')).toBeAttached();
    await expect(stage.view('calm').getByRole('button')).toBeVisible();
    await expect((await stage.open('adds-later')).getByText('did it')).toBeHidden();
  });

  for (const code of Object.keys(acts)) {
    test(
      `${code}: frame and other pages are as they were once its view is left`,
      longUnless(inShort.has(code)),
      async ({ stage }) => {
        await expect((await stage.open(code)).getByText('did it')).toBeAttached();
        if (/later|rules/.test(code))
          await expect(stage.page.locator(`html[data-acted=${code}]`)).toBeAttached();
        if (!code.startsWith('body')) await expect(stage.page.locator('aside')).toBeInViewport();
        await stage.expectUsable();
        await stage.shell.open('On stage', 'calm main');
        const menu = stage.page.locator('aside');
        await expect(menu).toHaveCSS('letter-spacing', 'normal');
        await expect(menu).toBeInViewport();
      },
    );
  }
});
