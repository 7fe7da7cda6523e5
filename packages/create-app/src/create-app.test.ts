import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AppManifest } from '@platform/package-format';
import { isLongRun } from '@platform/package-format/testing';
import { check as isFormatted, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readArguments } from './app-options.ts';
import { runCreateApp } from './cli/run-create-app.ts';
import { writeApp } from './write-app.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');
let root: string;

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifestOf = (code: string): AppManifest =>
  JSON.parse(textOf(`plugins/platform-${code}/app.json`)) as AppManifest;
const create = (...args: string[]): Promise<string[]> => writeApp(root, root, readArguments(args));

/** A repository of its own with the samples as they are, and the libraries of this one. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'create-app-'));
  const copied = [
    'plugins/platform-hello',
    'frontend/hello-app',
    'vitest.config.ts',
    'scripts/testing',
    'server/src/data/testing',
    'packages/packager/src/vitest',
    '.prettierrc.json',
  ];
  for (const path of copied) cpSync(join(repository, path), join(root, path), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{ "private": true, "type": "module" }\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('create-app', () => {
  it('spec: Creating a new application; V3; R3: creates both projects in version 1.0.0 under the four equal names', async () => {
    const paths = await create('site-visit', '--name', "Visitors' book");
    expect(paths).toContain('plugins/platform-site-visit/src/controller/site-visit-item.controller.ts');
    expect(paths).toContain('frontend/site-visit-app/src/views/ItemList.vue');
    // findings: applications 12: names after the sample are not those of the application.
    expect(textOf('plugins/platform-site-visit/app.json')).not.toMatch(/问候|Hello/);
    const [top] = manifestOf('site-visit').menus ?? [];
    const named = [top?.children?.[0], ...(top?.children?.[0]?.children ?? [])].map((menu) => menu?.names);
    expect(named.map((names) => names?.['zh-CN'])).toEqual(['事项', '新增事项', '编辑事项', '删除事项']);
    expect(manifestOf('site-visit')).toMatchObject({
      code: 'site-visit',
      name: "Visitors' book",
      version: '1.0.0',
      menus: [{ key: 'site-visit:root', children: [{ component: 'remote:site-visit/list' }] }],
    });
    const projects = ['plugins/platform-site-visit', 'frontend/site-visit-app'];
    expect(
      projects.map((path) => JSON.parse(textOf(`${path}/package.json`)) as { name: string; version: string }),
    ).toMatchObject([
      { name: '@plugins/platform-site-visit', version: '1.0.0' },
      { name: '@plugins/site-visit-app', version: '1.0.0' },
    ]);
    expect(textOf('plugins/platform-site-visit/migrations/01-create-site-visit-tables.sql')).toContain(
      'CREATE TABLE IF NOT EXISTS site_visit_item',
    );
    expect(textOf('frontend/site-visit-app/src/messages/en.ts')).toContain(`title: "Visitors' book"`);
    for (const path of paths) {
      expect(`${path}\n${textOf(path)}`, path).not.toMatch(/hello|demo/i);
      const options = { ...(await resolveConfig(join(root, path))), filepath: path };
      if (!/\.(sql|xml)$/.test(path)) expect(await isFormatted(textOf(path), options), path).toBe(true);
    }
  });

  it('creates a frontend alone, or a backend alone', async () => {
    const board = await create('board', '--frontend-only');
    expect(board.filter((path) => path.startsWith('plugins/'))).toEqual(['plugins/platform-board/app.json']);
    const ledger = await create('ledger', '--backend-only');
    expect(ledger.filter((path) => path.startsWith('frontend/'))).toEqual([]);
    expect(manifestOf('ledger').menus?.map(({ type, perms }) => [type, perms])).toEqual([
      ['F', 'ledger:item:list'],
      ['F', 'ledger:item:add'],
      ['F', 'ledger:item:edit'],
      ['F', 'ledger:item:remove'],
    ]);
  });

  // `server/test/outside-repository.test.ts` shows both for one application in the short run.
  it.runIf(isLongRun)(
    'passes the type check',
    async () => {
      const config = { extends: './frontend/hello-app/tsconfig.json', include: ['frontend/*-app/**/*'] };
      writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config));
      await run(join(repository, 'node_modules/.bin/vue-tsc'), ['--noEmit'], { cwd: root });
    },
    120_000,
  );

  it.runIf(isLongRun)(
    'passes its own tests',
    async () => {
      const vitest = join(repository, 'node_modules/.bin/vitest');
      // The backend of ledger is that of site-visit.
      const folders = ['site-visit', 'board'];
      const report = join(root, 'report.json');
      await run(process.execPath, [vitest, 'run', '--reporter=json', `--outputFile=${report}`, ...folders], {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'test', VITEST: undefined },
      });
      const { success, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
        success: boolean;
        testResults: Array<{ name: string }>;
      };
      expect(success).toBe(true);
      const projects = new Set(testResults.map(({ name }) => /(\w[\w-]*)\/src\//.exec(name)?.[1]));
      expect([...projects].sort()).toEqual(['board-app', 'platform-site-visit', 'site-visit-app']);
    },
    240_000,
  );

  it.each(isLongRun ? ['site-visit', 'board', 'ledger'] : ['site-visit'])(
    'spec: L4/packages at once, without a finding: %s',
    async (code) => {
      const cli = join(repository, 'packages/packager/src/cli.ts');
      const { stdout } = await run(process.execPath, [cli, '-Plugin', code, '-NoSign'], {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production' },
      });
      expect(stdout).toContain('no findings');
      expect(existsSync(join(root, `dist-packages/${code}-1.0.0.zip`))).toBe(true);
    },
    120_000,
  );

  it('refuses an existing folder and leaves it unchanged', async () => {
    const before = textOf('plugins/platform-board/app.json');
    await expect(create('board')).rejects.toMatchObject({ code: 'APP_EXISTS' });
    expect(textOf('plugins/platform-board/app.json')).toBe(before);
    expect(existsSync(join(root, 'plugins/platform-board/src'))).toBe(false);
  });

  it('detects a changed sample and writes nothing', async () => {
    const file = join(root, 'frontend/hello-app/src/index.ts');
    const sample = readFileSync(file, 'utf8');
    onTestFinished(() => writeFileSync(file, sample));
    writeFileSync(file, sample.replace('demo:', 'other:'));
    await expect(create('late')).rejects.toMatchObject({
      code: 'SAMPLE_CHANGED',
      message: expect.stringContaining('frontend/hello-app/src/index.ts') as string,
    });
    expect(existsSync(join(root, 'plugins/platform-late'))).toBe(false);
  });
});

it('lists the skipped installation as the first next step', async () => {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  await runCreateApp({ args: ['next-one', '--no-install'], root, sample: root, print });
  expect(lines.join('\n')).toContain('Next:\n  npm install\n  npm run dev -- next-one\n');
});

describe('command line of create-app', () => {
  it.each([
    [[], 'APP_CODE_MISSING'],
    [['Notes'], 'APP_CODE_INVALID'],
    [['a'], 'APP_CODE_INVALID'],
    [['my--notes'], 'APP_CODE_INVALID'],
    [['x'.repeat(33)], 'APP_CODE_INVALID'],
    [['system'], 'APP_CODE_RESERVED'],
    [['hello'], 'APP_CODE_RESERVED'],
    [['notes', '--name', ' '], 'APP_NAME_INVALID'],
    [['notes', 'of', 'mine'], 'APP_OPTION_UNKNOWN'],
    [['notes', '--nmae', 'x'], 'APP_OPTION_UNKNOWN'],
    [['notes', '--frontend-only', '--backend-only'], 'APP_KIND_CONFLICT'],
  ])('rejects %j: %s', (args, code) => {
    expect(() => readArguments(args)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('uses the code as the default name', () => {
    expect(readArguments(['site-visit'])).toEqual({
      code: 'site-visit',
      name: 'Site visit',
      parts: 'both',
      install: true,
    });
  });
});
