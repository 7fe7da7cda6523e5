import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckedProject, CheckFinding } from '../finding.ts';
import { openRuntimeCheck, type RuntimeCheck, type RuntimeCheckOptions } from './check-runtime.ts';

/**
 * A built remote application, written by hand. `view` is the body of the view's options; `install`
 * runs first.
 */
interface Remote {
  readonly view?: string;
  readonly views?: string;
  readonly install?: string;
  readonly entry?: string;
  readonly exposed?: string;
  readonly answers?: object;
  readonly menus?: readonly string[];
}

const CLEAN_VIEW = `
  setup() {
    const onKey = () => {};
    const controller = new AbortController();
    let timer, source, socket;
    vue.onMounted(() => {
      window.addEventListener('keydown', onKey);
      document.addEventListener('scroll', onKey, { capture: true, signal: controller.signal });
      timer = setInterval(() => {}, 1000);
      setTimeout(() => {}, 1);
      socket = new WebSocket('ws://localhost/notes');
    });
    vue.onUnmounted(() => {
      window.removeEventListener('keydown', onKey);
      controller.abort();
      clearInterval(timer);
      socket.close();
    });
    const rows = vue.ref([]);
    runtime.request.get('/notes/item/list').then((page) => { rows.value = page.rows; });
    return () => vue.h('ul', [vue.h('li', runtime.i18n.t('title')), ...rows.value.map((row) => vue.h('li', row.name))]);
  },`;

function built({ view = CLEAN_VIEW, views, install = '', entry, exposed }: Remote): Map<string, string> {
  const module = `
export const make = (vue) => async (runtime) => {
  ${install}
  return { manifest: { code: 'notes', version: '1.0.0' }, views: ${views ?? `{ list: { ${view} } }`} };
};`;
  const container = `
let vue;
export const init = async (scope) => { vue = (await Object.values(scope.vue)[0].get())(); };
export const get = async () => {
  window['css__notes__./install'] = ['/remote-apps/notes/style.css'];
  ${exposed ?? `const { make } = await import('./install.js'); return () => ({ default: make(vue) });`}
};`;
  return new Map([
    ['index.js', entry ?? container],
    ['install.js', module],
    ['view.js', 'export default { render: () => "a view" };'],
    ['broken.js', 'throw new Error("no view");'],
    ['style.css', 'ul { color: green }'],
    ['remote.json', '{"code":"notes","version":"1.0.0"}'],
  ]);
}

const project = (remote: Remote): CheckedProject => ({
  folder: 'notes-app',
  dist: 'remote-apps/notes',
  sources: new Map([['check-answers.json', JSON.stringify(remote.answers ?? {})]]),
  built: built(remote),
  changedAt: 1,
  builtAt: 2,
  manifest: JSON.stringify({ menus: (remote.menus ?? []).map((component) => ({ component })) }),
  shared: {},
  runtimeApi: '1.0.0',
  licences: new Map(),
});

let session: RuntimeCheck;
beforeAll(async () => {
  session = await openRuntimeCheck({ settle: 40 });
});
afterAll(() => session.close());

const check = (remote: Remote, own?: RuntimeCheckOptions): Promise<CheckFinding[]> =>
  session.check(project(remote), own);
const drawn = "vue.h('p', 'a view')";
/** Options of a view that does something when it is mounted. */
const does = (work: string): string => `mounted() { ${work} }, render: () => ${drawn},`;

it('spec: L10/reports nothing for a correct application, and takes a screenshot of each view', async () => {
  const screenshots = mkdtempSync(join(tmpdir(), 'check-runtime-'));
  try {
    const remote = {
      answers: { 'GET /notes/item/list': { total: 1, rows: [{ name: 'milk' }] } },
      menus: ['remote:notes/list'],
    };
    expect(await check(remote, { screenshots })).toEqual([]);
    expect(readdirSync(screenshots)).toEqual(['notes-list.png']);
  } finally {
    rmSync(screenshots, { recursive: true, force: true });
  }
});

it.each<[string, Remote]>([
  [
    'native modules that import what the page shares',
    {
      entry: `import * as vue from 'vue';
import { ElButton } from 'element-plus';
import { make } from './install.js';
export const install = ElButton && make(vue);
export const styles = ['style.css'];`,
    },
  ],
  [
    'what runtime.onDispose ends',
    { install: 'const t = setInterval(() => {}, 9); runtime.onDispose(() => clearInterval(t));' },
  ],
  [
    'views that end what they began',
    {
      views: `{
    file: () => import('./view.js'),
    once: { ${does("addEventListener('x', () => {}, { once: true }); dispatchEvent(new Event('x'));")} },
    closed: { ${does("new EventSource('data:text/event-stream,').close();")} },
    waiting: { async setup() { await null; return () => vue.h('p', 'a view'); } },
    teleport: { render: () => vue.h('p', ['a', vue.h(vue.Teleport, { to: 'body' }, [vue.h('i', 'b')])]) },
  }`,
    },
  ],
])('allows %s', async (_what, remote) => {
  expect(await check(remote)).toEqual([]);
});

/** Each fixture is a view that breaks one rule: its key names it. */
const FAULTS: ReadonlyArray<[code: string, view: string]> = [
  ['CHECK_RUN_VIEW_INVALID', "async () => 'text'"],
  ['CHECK_RUN_VIEW_FAILED', "() => import('./broken.js')"],
  ['CHECK_RUN_VIEW_EMPTY', '{ render: () => null }'],
  ['CHECK_RUN_SETUP_FAILED', '{ setup() { throw new Error("no"); } }'],
  ['CHECK_RUN_RENDER_FAILED', '{ render() { throw new Error("no"); } }'],
  ['CHECK_RUN_HOOK_FAILED', `{ ${does('throw new Error("no");')} }`],
  ['CHECK_RUN_HOOK_FAILED', `{ unmounted() { throw new Error("no"); }, render: () => ${drawn} }`],
  ['CHECK_RUN_REJECTION', `{ ${does("void Promise.reject(new Error('no'));")} }`],
  ['CHECK_RUN_UNCAUGHT', `{ ${does("setTimeout(() => { throw new Error('no'); }, 1);")} }`],
  ['CHECK_RUN_CONSOLE_ERROR', `{ ${does("console.error('no');")} }`],
  ['CHECK_RUN_CONSOLE_WARNING', `{ ${does("console.warn('old');")} }`],
  ['CHECK_RUN_VUE_WARNING', "{ render() { return vue.h('p', [this.nothing, 'a view']); } }"],
  ['CHECK_RUN_REQUEST_DIRECT', `{ ${does("void fetch('/api/notes');")} }`],
  ['CHECK_RUN_FILE_MISSING', "{ render: () => vue.h('img', { src: '/remote-apps/notes/gone.svg' }) }"],
  ['CHECK_RUN_LISTENER_LEFT', `{ ${does("window.addEventListener('resize', () => {});")} }`],
  ['CHECK_RUN_LISTENER_LEFT', `{ ${does("addEventListener('resize', () => {});")} }`],
  ['CHECK_RUN_LISTENER_LEFT', `{ ${does("matchMedia('print').addEventListener('change', () => {});")} }`],
  ['CHECK_RUN_INTERVAL_LEFT', `{ ${does('setInterval(() => {}, 1000);')} }`],
  ['CHECK_RUN_TIMEOUT_LEFT', `{ ${does('setTimeout(() => {}, 60000);')} }`],
  ['CHECK_RUN_TIMEOUT_LEFT', `{ ${does('const turn = () => requestAnimationFrame(turn); turn();')} }`],
  ['CHECK_RUN_CONNECTION_LEFT', `{ ${does("new WebSocket('ws://localhost/x');")} }`],
  ['CHECK_RUN_TITLE_CHANGED', `{ ${does("document.title = 'Notes';")} }`],
  ['CHECK_RUN_PAGE_CHANGED', `{ ${does("document.body.classList.add('notes');")} }`],
  ['CHECK_RUN_STYLE_LEFT', `{ ${does("document.head.append(document.createElement('style'));")} }`],
  ['CHECK_RUN_GLOBAL_LEFT', `{ ${does('window.notes = 1;')} }`],
  ['CHECK_RUN_PROTOTYPE_CHANGED', `{ ${does('String.prototype.notes = () => {};')} }`],
  ['CHECK_RUN_NODE_LEFT', `{ ${does("document.body.append(document.createElement('aside'));")} }`],
];

describe('spec: L10/check:runtime', () => {
  describe('a view', () => {
    let findings: CheckFinding[];
    beforeAll(async () => {
      const views = FAULTS.map(([, view], at) => `v${at}: ${view},`);
      findings = await check({ views: `{ ${views.join('\n')} }` });
    });

    it.each(FAULTS.map(([code, view], at) => [code, view, `View v${at}: `] as const))(
      '%s: %s',
      (code, _view, start) => {
        const own = findings.filter(({ message }) => message.startsWith(start));
        expect([...new Set(own.map((finding) => finding.code))]).toEqual([code]);
      },
    );

    it('reports nothing else, and each with a hint', () => {
      expect(findings.filter(({ message, fix }) => !/^View v\d/.test(message) || fix.length < 10)).toEqual(
        [],
      );
    });
  });

  it.each<[string, Remote]>([
    ['CHECK_RUN_ENTRY_FAILED', { entry: 'throw new Error("at once");' }],
    ['CHECK_RUN_ENTRY_INVALID', { entry: 'export const nothing = 1;' }],
    ['CHECK_RUN_INSTALL_MISSING', { exposed: 'throw new Error("Can not find remote module");' }],
    ['CHECK_RUN_INSTALL_FAILED', { install: 'throw new Error("no");' }],
    ['CHECK_RUN_INSTALL_INVALID', { install: 'return { views: {} };' }],
    ['CHECK_RUN_MANIFEST_CODE', { install: "return { manifest: { code: 'tasks' }, views: {} };" }],
    ['CHECK_RUN_VIEW_MISSING', { menus: ['remote:notes/list', 'remote:notes/detail'] }],
    ['CHECK_RUN_PROTOTYPE_CHANGED', { install: 'Date.prototype.toJSON = () => "";' }],
    ['CHECK_RUN_DISPOSE_FAILED', { install: 'runtime.onDispose(() => { throw new Error("no"); });' }],
  ])('the application: %s', async (code, remote) => {
    expect([...new Set((await check(remote)).map((finding) => finding.code))]).toEqual([code]);
  });

  it.each<[string, Remote]>([
    ['install', { install: 'await new Promise(() => {});' }],
    ['the code of a view', { views: '{ list: () => new Promise(() => {}) }' }],
  ])('CHECK_RUN_TIMEOUT for %s', async (_what, remote) => {
    expect(await check(remote, { limit: 400 })).toMatchObject([{ code: 'CHECK_RUN_TIMEOUT' }]);
  });

  it('CHECK_RUN_FILE_MISSING for a sheet', async () => {
    const { built: files, ...rest } = project({});
    const built = new Map([...files].filter(([name]) => name !== 'style.css'));
    expect(await session.check({ ...rest, built })).toMatchObject([
      { code: 'CHECK_RUN_FILE_MISSING', message: 'style.css is not there.' },
    ]);
  });

  it('CHECK_BUILD_MISSING without a build', async () => {
    expect(await session.check({ ...project({}), built: new Map() })).toMatchObject([
      { code: 'CHECK_BUILD_MISSING', file: 'remote-apps/notes' },
    ]);
  });

  it('names the built file and its line, once however often the view was shown', async () => {
    const findings = await check({ view: does('setInterval(() => {}, 1000);') });
    expect(findings).toMatchObject([
      { code: 'CHECK_RUN_INTERVAL_LEFT', file: 'remote-apps/notes/install.js', line: 4, severity: 'error' },
    ]);
  });

  it('reports leaks per showing, even if the application releases them at its end', async () => {
    const findings = await check({
      install: 'const timers = []; runtime.onDispose(() => timers.forEach(clearInterval));',
      view: does('timers.push(setInterval(() => {}, 1000));'),
    });
    expect(findings).toMatchObject([{ code: 'CHECK_RUN_INTERVAL_LEFT' }]);
    expect(findings[0]?.message).toContain('after each showing');
  });

  it('gives up a page that no longer responds', async () => {
    const findings = await check({ install: 'for (;;);' }, { limit: 200, settle: 10 });
    expect(findings).toMatchObject([{ code: 'CHECK_RUN_TIMEOUT', message: 'The page answers no more.' }]);
  });
});
