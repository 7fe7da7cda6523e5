import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProject } from './project.ts';

let workspace: string;
const root = () => join(workspace, 'frontend/hello-app');

async function write(path: string, content: unknown): Promise<void> {
  const file = join(workspace, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
}

const read = (appCode = 'hello', env = {}) => readProject({ appCode, root: root() }, env);

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'remote-project-'));
  await write('frontend/hello-app/package.json', { name: '@plugins/hello-app', version: '0.9.0' });
  await write('frontend/hello-app/src/index.ts', 'export default () => ({});');
  await write('plugins/platform-hello/app.json', {
    code: 'hello',
    version: '1.2.3',
    menus: [
      {
        key: 'hello:root',
        children: [
          { component: 'remote:hello/list', children: [{ type: 'F' }] },
          { component: 'remote:hello/demo' },
        ],
      },
    ],
  });
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

describe('spec: Naming rule', () => {
  it('reads version and view keys from app.json', () => {
    expect(read()).toMatchObject({ code: 'hello', version: '1.2.3', menuViews: ['list', 'demo'] });
  });

  it('builds without a manifest, with the version of package.json', async () => {
    await rm(join(workspace, 'plugins'), { recursive: true });
    expect(read()).toMatchObject({ version: '0.9.0', menuViews: undefined });
  });

  it.each(['Hello', '1st', 'a--b', 'a_b', ''])('rejects %j as a code', (code) => {
    expect(() => read(code)).toThrow(/REMOTE_CODE_INVALID/);
  });

  it('refuses a folder that is not <code>-app', () => {
    expect(() => read('member')).toThrow(/REMOTE_NAME_MISMATCH: the folder is "hello-app".*"member-app"/);
  });

  it('refuses another package name', async () => {
    await write('frontend/hello-app/package.json', { name: 'hello' });
    expect(() => read()).toThrow(
      /REMOTE_NAME_MISMATCH: `name` in package.json is "hello".*"@plugins\/hello-app"/,
    );
  });

  it('refuses another code in app.json', async () => {
    await write('plugins/platform-hello/app.json', { code: 'hallo' });
    expect(() => read()).toThrow(/REMOTE_NAME_MISMATCH: `code` in .*app.json is "hallo"/);
  });

  it('refuses a menu component of another application', async () => {
    await write('plugins/platform-hello/app.json', {
      code: 'hello',
      menus: [{ component: 'remote:member/list' }],
    });
    expect(() => read()).toThrow(/REMOTE_NAME_MISMATCH: menu component "remote:member\/list"/);
  });

  it('names a manifest that is not JSON', async () => {
    await write('plugins/platform-hello/app.json', '{');
    expect(() => read()).toThrow(/REMOTE_MANIFEST_INVALID: .*app.json is not valid JSON/);
  });

  it("refuses a root that is not an application's folder, or has no entry", async () => {
    expect(() => readProject({ appCode: 'hello', root: 'frontend/hello-app' }, {})).toThrow(
      /REMOTE_ROOT_INVALID.*import.meta.dirname/s,
    );
    await rm(join(root(), 'src/index.ts'));
    expect(() => read()).toThrow(/REMOTE_ENTRY_MISSING/);
  });
});

it("uses the packager's version, else the manifest's", () => {
  expect(read('hello', { PLATFORM_APP_VERSION: '9.9.9' }).version).toBe('9.9.9');
  expect(read().version).not.toBe('9.9.9');
});

it('builds the configured format, else the one of the environment', () => {
  const formatOf = (format?: 'module', env = {}) =>
    readProject({ appCode: 'hello', root: root(), format }, env).format;
  expect(formatOf()).toBe('federation');
  expect(formatOf(undefined, { PLATFORM_REMOTE_FORMAT: 'module' })).toBe('module');
  expect(formatOf('module', { PLATFORM_REMOTE_FORMAT: 'federation' })).toBe('module');
  expect(() => formatOf(undefined, { PLATFORM_REMOTE_FORMAT: 'umd' })).toThrow(/REMOTE_FORMAT_UNKNOWN/);
});

describe('the output folder', () => {
  it("is remote-apps/<code> of the workspace, or the packager's choice", () => {
    expect(read().outDir).toBe(join(workspace, 'remote-apps/hello'));
    expect(read('hello', { PLATFORM_REMOTE_OUT: join(workspace, 'staging') }).outDir).toBe(
      join(workspace, 'staging'),
    );
  });
});
