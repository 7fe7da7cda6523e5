import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CheckFinding } from '../checks/finding.ts';
import { runCheck } from './run.ts';

let root: string;

function write(path: string, content: string | object): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

/** A repository with two applications, both as they should be. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'remote-check-'));
  for (const code of ['notes', 'tasks']) {
    const app = `frontend/${code}-app`;
    const scripts = { build: 'x', watch: 'x', typecheck: 'x', clean: 'x' };
    write(`${app}/package.json`, { name: `@plugins/${code}-app`, scripts, dependencies: { dayjs: '1' } });
    write(`${app}/vite.config.ts`, `export default defineRemoteApp({ appCode: '${code}' });`);
    write(`${app}/src/index.ts`, 'export default 1;\n');
    write(`${app}/src/index.test.ts`, 'document.title = "in a test";\n');
    write(`plugins/platform-${code}/app.json`, {
      code,
      assets: { frontend: 'frontend/index.js' },
      menus: [{ component: `remote:${code}/list` }],
    });
    write(`remote-apps/${code}/index.js`, 'export const init=1,get="./install";');
    write(`remote-apps/${code}/assets/a.svg`, '<svg/>');
    write(`remote-apps/${code}/remote.json`, { code, views: ['list'], shared: { vue: '^3.5.0' } });
  }
  write('node_modules/dayjs/package.json', { name: 'dayjs', license: 'MIT' });
  write('node_modules/vue/package.json', { name: 'vue', version: '3.5.45' });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function run(cwd: string, ...args: string[]): Promise<{ exitCode: number; text: string }> {
  const printed: string[] = [];
  const exitCode = await runCheck({ args, cwd: join(root, cwd), print: (text) => void printed.push(text) });
  return { exitCode, text: stripVTControlCharacters(printed.join('\n')) };
}

it('spec: L10/checks every application from the root, and one from its folder or by its code', async () => {
  expect(await run('.', 'remote')).toEqual({
    exitCode: 0,
    text: 'check:remote frontend/notes-app: no findings\ncheck:remote frontend/tasks-app: no findings',
  });
  expect(await run('frontend/notes-app', 'globals')).toEqual({
    exitCode: 0,
    text: 'check:globals .: no findings',
  });
  expect((await run('.', 'remote', 'tasks')).text).toBe('check:remote frontend/tasks-app: no findings');
});

it('names file, line and hint', async () => {
  write('frontend/notes-app/src/title.ts', '\ndocument.title = "Notes";\n');
  utimesSync(join(root, 'frontend/notes-app/src/title.ts'), 1, 1);
  const { exitCode, text } = await run('.', 'globals');
  expect(exitCode).toBe(1);
  expect(text).toContain('check:globals frontend/notes-app: 1 errors, 0 warnings');
  expect(text).toMatch(
    /✘ error {3}CHECK_TITLE_WRITE {2}src\/title\.ts:2 {2}The code sets the page title.*\n +Name the menu/,
  );
});

it('prints JSON, and passes with warnings', async () => {
  write('node_modules/dayjs/package.json', { name: 'dayjs', license: 'AGPL-3.0-only' });
  const { exitCode, text } = await run('.', 'remote', 'notes', '--json');
  const [result] = JSON.parse(text) as Array<{ app: string; findings: CheckFinding[] }>;
  expect(exitCode).toBe(0);
  expect(result).toMatchObject({
    app: 'frontend/notes-app',
    findings: [{ code: 'CHECK_LICENCE_COPYLEFT', severity: 'warning' }],
  });
});

it('findings: remotes 10: fails for a build older than its sources, in every check', async () => {
  const inAnHour = Date.now() / 1000 + 3600;
  utimesSync(join(root, 'frontend/notes-app/src/index.ts'), inAnHour, inAnHour);
  for (const check of ['remote', 'globals']) {
    const { exitCode, text } = await run('.', check, 'notes');
    expect([exitCode, text]).toEqual([1, expect.stringContaining('CHECK_BUILD_STALE')]);
  }
});

it('checks the newer of two builds', async () => {
  write('plugins/platform-notes/target/frontend/index.js', '');
  write('plugins/platform-notes/target/frontend/remote.json', { code: 'notes', views: ['list'] });
  const inAnHour = Date.now() / 1000 + 3600;
  utimesSync(join(root, 'plugins/platform-notes/target/frontend/remote.json'), inAnHour, inAnHour);
  expect((await run('.', 'remote', 'notes')).text).toContain(
    'CHECK_ENTRY_EXPORTS  plugins/platform-notes/target/frontend/index.js',
  );
});

it('checks another build with --dist', async () => {
  const { exitCode, text } = await run('.', 'remote', 'notes', '--dist', 'nowhere');
  expect([exitCode, text]).toEqual([1, expect.stringContaining('CHECK_BUILD_MISSING')]);
});

it.each([[['nothing']], [[]], [['remote', 'unknown']], [['remote', '--what']]])(
  'rejects %j',
  async (args) => {
    const { exitCode, text } = await run('.', ...args);
    expect([exitCode, text]).toEqual([2, expect.stringContaining('platform-check remote|globals|runtime')]);
  },
);
