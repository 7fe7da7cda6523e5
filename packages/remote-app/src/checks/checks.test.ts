import { describe, expect, it } from 'vitest';
import { checkGlobals } from './check-globals.ts';
import { checkRemote } from './check-remote.ts';
import type { Check, CheckedProject } from './finding.ts';

const menus = (component: string) => [{ key: 'notes:root', type: 'M', children: [{ component }] }];
const manifest = (part: object = {}): string =>
  JSON.stringify(
    { code: 'notes', assets: { frontend: 'frontend/index.js' }, menus: menus('remote:notes/list'), ...part },
    null,
    2,
  );
const described = (part: object = {}): string =>
  JSON.stringify({
    code: 'notes',
    views: ['list'],
    shared: { vue: '^3.5.0' },
    runtimeApi: '^1.0.0',
    ...part,
  });
const packageJson = (part: object = {}): string =>
  JSON.stringify({
    name: '@plugins/notes-app',
    scripts: { build: 'vite build', watch: 'x', typecheck: 'x', clean: 'x' },
    ...part,
  });

const SOURCES = {
  'package.json': packageJson(),
  'vite.config.ts': "export default defineRemoteApp({ appCode: 'notes', root: import.meta.dirname });",
  'src/index.ts': "export default defineApp({ views: { list: () => import('./List.vue') } });",
  'src/List.vue': `<script setup lang="ts">
import { ElButton } from 'element-plus';
import type { AxiosError } from 'axios';
document.addEventListener('keydown', onKey);
onUnmounted(() => document.removeEventListener('keydown', onKey));
const timer = setInterval(load, 1000);
onUnmounted(() => clearInterval(timer));
document.querySelector('.x')?.classList.add('y');
const local = { title: '' };
local.title = 'mine';
</script>
<template><ElButton /><img src="./a.png" /></template>
<style scoped>
p { color: red }
@keyframes turn { from { opacity: 0 } to { opacity: 1 } }
</style>
<style>
.notes-list, .notes-list p { background: url("./a.png") }
</style>
`,
};
const BUILT = {
  'index.js':
    'const m={"./install":()=>import("./install-abc.js")};window["css"]=[];export const init=()=>{};const g=(n)=>m[n]();export{g as get};',
  'install-abc.js': 'import{t}from"./shared-def.js";export default()=>t;',
  'shared-def.js': 'export const t=1;',
  'style-abc.css': '.a{}',
  'remote.json': described(),
};

type Change = Partial<Omit<CheckedProject, 'sources' | 'built'>> & {
  sources?: Record<string, string | undefined>;
  built?: Record<string, string | undefined>;
};
const filled = (files: Record<string, string | undefined>): Map<string, string> =>
  new Map(Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== undefined));

function project({ sources, built, ...change }: Change = {}): CheckedProject {
  return {
    folder: 'notes-app',
    dist: 'remote-apps/notes',
    sources: filled({ ...SOURCES, ...sources }),
    built: filled({ ...BUILT, ...built }),
    changedAt: 1,
    builtAt: 2,
    manifest: manifest(),
    shared: { vue: '3.5.45' },
    runtimeApi: '1.0.0',
    licences: new Map([['dayjs', 'MIT']]),
    ...change,
  };
}

const codes = (check: Check, change: Change): string[] => [
  ...new Set(check(project(change)).map(({ code }) => code)),
];
const script = (text: string): Change => ({ sources: { 'src/use.ts': `export const x = 1;\n${text}\n` } });
const style = (text: string): Change => ({ sources: { 'src/x.css': `.a {}\n${text}\n` } });

it('reports nothing for a correct application', () => {
  expect(checkRemote(project())).toEqual([]);
  expect(checkGlobals(project())).toEqual([]);
});

it('accepts an entry with install as its default export', () => {
  const built = { 'index.js': 'export default()=>({});', 'install-abc.js': undefined };
  expect(checkRemote(project({ built }))).toEqual([]);
});

it('reports nothing for a correct build as native modules', () => {
  const built = {
    'index.js': 'export{default as install}from"./install-abc.js";export const styles=["style-abc.css"];',
    'install-abc.js': 'import{ref}from"vue";import{ElTable as t}from"element-plus";export default()=>ref(t);',
    'shared-def.js': undefined,
  };
  expect(checkRemote(project({ built }))).toEqual([]);
  expect(checkGlobals(project({ built }))).toEqual([]);
});

describe('spec: L10/check:remote', () => {
  const noise = Array.from({ length: 40_000 }, (_, at) => (at * 2654435761) >>> 0).join('');
  it.each<[string, Change]>([
    ['CHECK_BUILD_MISSING', { built: { 'index.js': undefined } }],
    ['CHECK_BUILD_STALE', { changedAt: 3 }],
    ['CHECK_ENTRY_INVALID', { built: { 'index.js': '<html>' } }],
    ['CHECK_ENTRY_EXPORTS', { built: { 'index.js': 'export const get="./install"' } }],
    ['CHECK_EXPOSE_MISSING', { built: { 'index.js': 'export const get=1;export function init(){}' } }],
    ['CHECK_PACKAGE_NAME', { sources: { 'package.json': packageJson({ name: 'notes' }) } }],
    ['CHECK_SCRIPT_MISSING', { sources: { 'package.json': packageJson({ scripts: { build: 'x' } }) } }],
    ['CHECK_APP_CODE_MISSING', { sources: { 'vite.config.ts': 'export default {};' } }],
    ['CHECK_APP_CODE', { sources: { 'vite.config.ts': "\n defineRemoteApp({ appCode: 'note' })" } }],
    ['CHECK_INSTALL_MISSING', { sources: { 'src/index.ts': 'export const install = 1;' } }],
    ['CHECK_MANIFEST_MISSING', { manifest: undefined }],
    ['CHECK_MANIFEST_INVALID', { manifest: '{' }],
    ['CHECK_MANIFEST_CODE', { manifest: manifest({ code: 'note' }) }],
    ['CHECK_ASSET_UNDECLARED', { manifest: manifest({ assets: {} }) }],
    ['CHECK_VIEW_UNUSED', { built: { 'remote.json': described({ views: ['list', 'more'] }) } }],
    ['CHECK_DESCRIPTION_MISSING', { built: { 'remote.json': undefined } }],
    ['CHECK_DESCRIPTION_INVALID', { built: { 'remote.json': '{}' } }],
    ['CHECK_DESCRIPTION_CODE', { built: { 'remote.json': described({ code: 'note' }) } }],
    ['CHECK_SOURCE_MAP', { built: { 'install-abc.js.map': '{}' } }],
    ['CHECK_SOURCE_MAP', { built: { 'shared-def.js': 'export const t=1;\n//# sourceMappingURL=x.map' } }],
    ['CHECK_SOURCE_LEAK', { built: { 'List.vue': '<template />' } }],
    ['CHECK_SOURCE_LEAK', { built: { 'shared-def.js': 'export const t="/home/me/notes/a.png"' } }],
    ['CHECK_FILE_EXTENSION', { built: { 'setup.exe': '' } }],
    ['CHECK_CHUNK_INVALID', { built: { 'shared-def.js': 'export const' } }],
    ['CHECK_CHUNK_MISSING', { built: { 'shared-def.js': undefined } }],
    ['CHECK_IMPORT_BARE', { built: { 'shared-def.js': 'import"dayjs";export const t=1' } }],
    ['CHECK_ENTRY_SIZE', { built: { 'index.js': `${BUILT['index.js']}/*${noise.slice(0, 40_000)}*/` } }],
    ['CHECK_TOTAL_SIZE', { built: { 'data.json': noise.repeat(1) + [...noise].reverse().join('') + noise } }],
    ['CHECK_LICENCE_UNKNOWN', { licences: new Map([['x', undefined]]) }],
    ['CHECK_LICENCE_COPYLEFT', { licences: new Map([['x', 'AGPL-3.0-only']]) }],
  ])('%s', (code, change) => {
    expect(codes(checkRemote, change)).toEqual([code]);
  });

  it('CHECK_FOLDER_NAME', () => {
    expect(codes(checkRemote, { folder: 'notes' })).toContain('CHECK_FOLDER_NAME');
  });

  it('spec: Naming rule/menu components and view keys, with their lines', () => {
    const other = checkRemote(project({ manifest: manifest({ menus: menus('remote:note/list') }) }));
    expect(other).toMatchObject([{ code: 'CHECK_COMPONENT_FORM', line: 12 }, { code: 'CHECK_VIEW_UNUSED' }]);
    const nameless = checkRemote(project({ manifest: manifest({ menus: menus('remote:notes/') }) }));
    expect(nameless[0]).toMatchObject({ code: 'CHECK_COMPONENT_FORM', line: 12 });
    const missing = checkRemote(project({ manifest: manifest({ menus: menus('remote:notes/more') }) }));
    expect(missing).toMatchObject([{ code: 'CHECK_VIEW_MISSING', line: 12 }, { code: 'CHECK_VIEW_UNUSED' }]);
  });
});

describe('spec: L10/check:globals', () => {
  it.each<[string, Change]>([
    ['CHECK_TITLE_WRITE', script("document.title = 'Notes';")],
    ['CHECK_LOCATION_WRITE', script("window.location.href = '/';")],
    ['CHECK_LOCATION_WRITE', script('location.reload();')],
    ['CHECK_WINDOW_WRITE', script('(window as any).notes = 1;')],
    ['CHECK_WINDOW_WRITE', script('globalThis.count++;')],
    ['CHECK_WINDOW_WRITE', script('Object.assign(globalThis, { notes: 1 });')],
    ['CHECK_WINDOW_WRITE', script("Reflect.set(window, 'notes', 1);")],
    ['CHECK_WINDOW_WRITE', script("Object.defineProperty(self, 'notes', { value: 1 });")],
    ['CHECK_WINDOW_WRITE', { sources: { 'src/use.ts': 'const page = window as any;\npage.notes = 1;' } }],
    ['CHECK_PROTOTYPE_WRITE', { sources: { 'src/use.ts': 'const p = Array.prototype;\np.last = 1;' } }],
    ['CHECK_PROTOTYPE_WRITE', script('window.Element.prototype.hide = () => 1;')],
    ['CHECK_PROTOTYPE_WRITE', script('Array.prototype.last = () => 1;')],
    ['CHECK_PROTOTYPE_WRITE', script("Object.defineProperty(String.prototype, 'x', {});")],
    ['CHECK_EVAL', script("eval('1');")],
    ['CHECK_EVAL', script("new Function('return 1')();")],
    ['CHECK_BODY_WRITE', script("document.body.classList.add('dark');")],
    ['CHECK_BODY_WRITE', script('document.body.appendChild(x);')],
    ['CHECK_OWN_APP', script('createApp({}).mount(x);')],
    ['CHECK_LISTENER_LEFT', script("window.addEventListener('resize', x);")],
    ['CHECK_TIMER_LEFT', script('setInterval(x, 1000);')],
    ['CHECK_STORAGE_DIRECT', script("localStorage.setItem('a', 'b');")],
    ['CHECK_REQUEST_DIRECT', script("fetch('/hello');")],
    ['CHECK_REQUEST_DIRECT', script("import axios from 'axios';")],
    ['CHECK_ASSET_ABSOLUTE', script("const a = '/remote-apps/notes/a.png';")],
    ['CHECK_ASSET_ABSOLUTE', style('.a { background: url(/a.png) }')],
    ['CHECK_SOURCE_INVALID', script('const = 1;')],
    ['CHECK_STYLE_AT_RULE', style('@import "x.css";')],
    ['CHECK_STYLE_PAGE', style('body { margin: 0 }')],
    ['CHECK_STYLE_UNSCOPED', style('p { margin: 0 }')],
    ['CHECK_STYLE_UNSCOPED', style('* { display: none }')],
    ['CHECK_STYLE_HOST', style('.notes .el-button { margin: 0 }')],
  ])('%s, with file and line', (code, change) => {
    expect(checkGlobals(project(change))).toEqual([
      expect.objectContaining({
        code,
        file: expect.stringMatching(/^src\//) as string,
        line: 2,
      }),
    ]);
  });

  it.each<[string, Change]>([
    ['CHECK_SHARED_BUNDLED', { built: { 'shared-def.js': 'export const t="__v_isReactive"' } }],
    ['CHECK_SHARED_UNKNOWN', { built: { 'remote.json': described({ shared: { dayjs: '^1.0.0' } }) } }],
    ['CHECK_SHARED_RANGE', { built: { 'remote.json': described({ shared: { vue: '^2.7.0' } }) } }],
    ['CHECK_RUNTIME_RANGE', { built: { 'remote.json': described({ runtimeApi: '^2.0.0' }) } }],
  ])('%s', (code, change) => {
    expect(codes(checkGlobals, change)).toEqual([code]);
  });

  it("warns of a bundled library's code, and reports the application’s own code once", () => {
    const built = { 'shared-def.js': 'window.lib=1;export const t=1' };
    expect(checkGlobals(project({ built }))).toMatchObject([
      { code: 'CHECK_WINDOW_WRITE', severity: 'warning', file: 'remote-apps/notes/shared-def.js' },
    ]);
    expect(checkGlobals(project({ built, ...script('window.notes = 1;') }))).toMatchObject([
      { code: 'CHECK_WINDOW_WRITE', severity: 'error', file: 'src/use.ts', line: 2 },
    ]);
  });

  it('findings: remotes 10: refuses a build of other sources', () => {
    for (const check of [checkRemote, checkGlobals])
      expect(check(project({ changedAt: 3 }))).toMatchObject([
        { code: 'CHECK_BUILD_STALE', severity: 'error' },
      ]);
  });

  it('findings: applications 11: allows classes of a library and names the changed global', () => {
    const library =
      'class Element{}var p=Element.prototype;p.type="x";function Chart(){}Chart.prototype.draw=()=>1;' +
      'Model.prototype.get=()=>1;Object.assign(Chart.prototype,{});export const t=1';
    expect(checkGlobals(project({ built: { 'shared-def.js': library } }))).toEqual([]);
    const polyfill = 'Array.prototype.at=()=>1;export const t=1';
    expect(checkGlobals(project({ built: { 'shared-def.js': polyfill } }))).toMatchObject([
      { code: 'CHECK_PROTOTYPE_WRITE', message: expect.stringMatching(/^Array\.prototype\.at: /) as string },
    ]);
  });

  it('finds the line inside a Vue file', () => {
    const sources = {
      'src/Title.vue': '<template />\n\n<script setup>\nlet a;\ndocument.title = a;\n</script>\n',
    };
    expect(checkGlobals(project({ sources }))).toMatchObject([{ code: 'CHECK_TITLE_WRITE', line: 5 }]);
  });
});
