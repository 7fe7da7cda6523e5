import { viewsOf, type View } from './support/hand-written.ts';
import { longUnless } from './support/long.ts';
import { expect, stageTest as test, withRemotes } from './support/test.ts';

/**
 * Views that throw until an attribute of the document is set, as if their data had been corrected.
 */
const onFirstDraw: Readonly<Record<string, View>> = {
  'in-setup': () => ({
    setup() {
      if (!document.documentElement.dataset['mended']) throw new Error('No exchange rate.');
    },
    render: () => 'mended',
  }),
  'in-render': () => ({
    render() {
      if (!document.documentElement.dataset['mended']) throw new Error('No exchange rate.');
      return 'mended';
    },
  }),
  'in-mounted': (vue) => ({
    setup() {
      vue.onMounted(() => {
        if (!document.documentElement.dataset['mended']) throw new Error('No exchange rate.');
      });
      return () => 'mended';
    },
  }),
  'in-async-setup': () => ({
    async setup() {
      await Promise.resolve();
      if (!document.documentElement.dataset['mended']) throw new Error('No exchange rate.');
      return () => 'mended';
    },
  }),
  'in-a-part': (vue) => ({
    render: () =>
      vue.h('p', [
        vue.h({
          render() {
            if (!document.documentElement.dataset['mended']) throw new Error('No exchange rate.');
            return 'mended';
          },
        }),
      ]),
  }),
};

/** Views with an input, and a button whose handler throws. */
const later: Readonly<Record<string, View>> = {
  'in-a-handler': (vue) => ({
    render: () => [
      vue.h('input', { 'aria-label': 'Remark' }),
      vue.h(
        'button',
        {
          onClick: () => {
            throw new Error('No exchange rate.');
          },
        },
        'Go',
      ),
    ],
  }),
  'in-an-async-handler': (vue) => ({
    render: () => [
      vue.h('input', { 'aria-label': 'Remark' }),
      vue.h(
        'button',
        {
          onClick: async () => {
            await Promise.resolve();
            throw new Error('No exchange rate.');
          },
        },
        'Go',
      ),
    ],
  }),
  'in-a-watcher': (vue) => ({
    setup() {
      const n = vue.ref(0);
      vue.watch(n, () => {
        throw new Error('No exchange rate.');
      });
      return () => [
        vue.h('input', { 'aria-label': 'Remark' }),
        vue.h('button', { onClick: () => n.value++ }, 'Go'),
      ];
    },
  }),
  'in-a-hook': (vue) => ({
    setup() {
      const n = vue.ref(0);
      vue.onUpdated(() => {
        throw new Error('No exchange rate.');
      });
      return () => [
        vue.h('input', { 'aria-label': 'Remark' }),
        vue.h('button', { onClick: () => n.value++ }, ['Go', vue.h('i', { 'data-n': n.value })]),
      ];
    },
  }),
  'in-a-timer': (vue) => ({
    render: () => [
      vue.h('input', { 'aria-label': 'Remark' }),
      vue.h(
        'button',
        {
          onClick: () =>
            setTimeout(() => {
              throw new Error('No exchange rate.');
            }),
        },
        'Go',
      ),
    ],
  }),
};

const leaving: View = (vue) => ({
  setup() {
    for (const hook of [vue.onBeforeUnmount, vue.onUnmounted, vue.onDeactivated])
      hook(() => {
        throw new Error('No exchange rate.');
      });
    return () => 'to be left';
  },
});

/** One that throws at once and one that throws later; Vue catches all alike. */
const inShort = new Set(['in-setup', 'in-a-handler']);

test.describe('design 9.6-34: what a view throws stays with it', () => {
  const views = Object.entries({ ...onFirstDraw, ...later, leaving });
  test.use(
    withRemotes(() => views.map(([code, main]) => ({ code, files: { 'index.js': viewsOf({ main }) } }))),
  );

  for (const code of Object.keys(onFirstDraw)) {
    test(
      `${code}: the page says so, and "Retry" draws it anew`,
      longUnless(inShort.has(code)),
      async ({ stage }) => {
        stage.problems.provoke(new RegExp(`^uncaught: ${code}: `));
        const alert = (await stage.open(code)).getByRole('alert');
        await expect(alert).toContainText('this view failed to render');
        await expect(alert).toContainText('No exchange rate.');
        await stage.expectUsable();
        await stage.open(code);
        await alert.getByRole('button', { name: 'Retry' }).click();
        await expect(alert.getByRole('button', { name: 'Retry' })).toBeEnabled();
        await stage.page.evaluate(() => document.documentElement.setAttribute('data-mended', 'yes'));
        await alert.getByRole('button', { name: 'Retry' }).click();
        await expect(stage.view(code)).toHaveText('mended');
        await stage.page.evaluate(() => document.documentElement.removeAttribute('data-mended'));
      },
    );
  }

  for (const code of Object.keys(later)) {
    test(
      `${code}: a notice says so, and the view stays with what was typed`,
      longUnless(inShort.has(code)),
      async ({ stage }) => {
        stage.problems.provoke(/^uncaught: /);
        const view = await stage.open(code);
        await view.getByRole('textbox').fill('Half a sentence');
        await view.getByRole('button').click();
        const notice = stage.page.getByRole('alert').filter({ hasText: `An error occurred in ${code}` });
        await expect(notice).toContainText('No exchange rate.');
        await expect(view.getByRole('textbox')).toHaveValue('Half a sentence');
        await notice.getByRole('button').last().click();
        await stage.expectUsable();
        await expect((await stage.open(code)).getByRole('textbox')).toHaveValue('Half a sentence');
      },
    );
  }

  test('while it is left: the next page comes all the same', async ({ stage }) => {
    stage.problems.provoke(/^uncaught: /);
    await expect(await stage.open('leaving')).toHaveText('to be left');
    await stage.expectUsable();
    await stage.open('leaving');
    await stage.page.getByRole('button', { name: 'Close leaving main' }).click();
    await expect(stage.view('leaving')).toHaveCount(0);
    await stage.expectUsable();
  });
});
