import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { whenChanged } from '../scripts/lib/changed.ts';
import { run } from '../scripts/lib/run.ts';
import { containerOf, viewsOf } from './support/hand-written.ts';
import { LONG } from './support/long.ts';
import { expect, stageTest as test, withRemotes } from './support/test.ts';

/** An application built by the federation plugin alone, without the preset. */
const plain = join(import.meta.dirname, 'fixtures/plain-remote');
const built = join(plain, 'dist');

async function buildPlain(): Promise<Record<string, string>> {
  const inputs = ['package-lock.json', 'e2e/fixtures/plain-remote'];
  await whenChanged('plain-remote', inputs, ['e2e/fixtures/plain-remote/dist/index.js'], async () => {
    // The plugin finds the style sheet by the working directory.
    await run('vite', ['build', '--logLevel', 'error'], { cwd: plain });
  });
  return Object.fromEntries(
    readdirSync(built).map((name) => [name, readFileSync(join(built, name), 'utf8')]),
  );
}

/** Entries written against the specification alone. */
const byHand: Readonly<Record<string, string>> = {
  'whose views have each form': containerOf(
    `async (runtime, vue) => {
      await Promise.resolve();
      const said = (text) => ({ render: () => vue.h('p', text) });
      return {
        manifest: { code: runtime.app.code, version: runtime.app.version, name: 'More than is asked for' },
        views: {
          component: said('a component'),
          loaded: () => Promise.resolve(said('a component that is loaded')),
          module: async () => ({ default: said('a module that is loaded'), other: 1 }),
          direct: { default: said('a module') },
          options: {
            props: { unused: String },
            data: () => ({ n: 1 }),
            computed: { twice() { return this.n * 2; } },
            created() { this.n = 21; },
            render() { return vue.h('p', 'options ' + this.twice); },
          },
          nested: vue.defineAsyncComponent(async () => said('an asynchronous component')),
        },
      };
    }`,
  ),
  'whose factory gives the function itself': `
    let vue;
    export const init = (scope) => Object.values(scope.vue)[0].get().then((factory) => { vue = factory(); });
    export const get = (name) => Promise.resolve(() => (runtime) => ({
      manifest: { code: runtime.app.code, version: '1.0.0' },
      views: { main: { render: () => vue.h('p', 'itself') } },
    }));`,
  'whose functions are not asynchronous': `
    let scope;
    export function init(given) { scope = given; }
    export function get() {
      return () => ({ default: (runtime) => ({
        manifest: { code: runtime.app.code, version: '1.0.0' },
        views: { main: async () => {
          const { h } = (await Object.values(scope.vue)[0].get())();
          return { render: () => h('p', 'at once') };
        } },
      }) });
    }`,
  'that says another version': containerOf(
    `(runtime, vue) => ({ manifest: { code: runtime.app.code, version: '0.9.0' }, views: { main: { render: () => vue.h('p', 'older') } } })`,
  ),
};
const forms = {
  component: 'a component',
  loaded: 'a component that is loaded',
  module: 'a module that is loaded',
  direct: 'a module',
  options: 'options 42',
  nested: 'an asynchronous component',
};

test.describe('design 9.6-30: remotes written against the specification alone are loaded', () => {
  const codes = Object.values(byHand).map((entry, index) => ({
    code: `hand-${index + 1}`,
    views: index === 0 ? Object.keys(forms) : ['main'],
    files: { 'index.js': entry },
  }));
  test.use(
    withRemotes(async () => [
      ...codes,
      { code: 'plain', views: ['main', 'lazy'], files: await buildPlain() },
      {
        code: 'uses-runtime',
        files: {
          'index.js': viewsOf({
            main: (vue, runtime) => ({
              setup() {
                const rows = vue.ref('');
                vue.onMounted(async () => {
                  const list = await runtime.request.get<{ total: number }>('/app/task/list');
                  rows.value = `${list.total >= 0 ? 'tasks' : 'none'} for ${runtime.user.userName}`;
                });
                return () => vue.h('p', rows.value);
              },
            }),
          }),
        },
      },
    ]),
  );

  test('one whose views have each form', async ({ stage }) => {
    for (const [view, text] of Object.entries(forms))
      await expect(await stage.open('hand-1', view)).toHaveText(text);
  });

  test(
    'others with a factory of each form, and another version, which is only told',
    LONG,
    async ({ stage }) => {
      stage.problems.provoke(/^uncaught: hand-4: load/);
      await expect(await stage.open('hand-2')).toHaveText('itself');
      await expect(await stage.open('hand-3')).toHaveText('at once');
      await expect(await stage.open('hand-4')).toHaveText('older');
    },
  );

  test('one that asks the host as the person who is logged in', async ({ stage }) => {
    await expect(await stage.open('uses-runtime')).toHaveText('tasks for admin');
  });

  test('one built by the plugin alone: with the host’s Vue, its styles, and those in its views only', async ({
    stage,
  }) => {
    const { page } = stage;
    const view = await stage.open('plain');
    await view.getByRole('button').click();
    await expect(view.getByRole('button')).toHaveText('Pressed 1');
    await expect(view.getByText('A remote built by the plugin alone')).toHaveCSS('color', 'rgb(0, 128, 0)');
    const lazy = await stage.open('plain', 'lazy');
    await expect(lazy.getByText('Fetched later, with the store')).toHaveCSS('color', 'rgb(0, 0, 128)');
    await expect(stage.shell.menu).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible();
    expect(stage.requests.filter((address) => /__federation_shared_(vue|pinia)/.test(address))).toEqual([]);
    await stage.expectUsable();
  });
});
