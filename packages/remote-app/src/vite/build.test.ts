import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RemoteFormat } from './options.ts';
import type { RemoteDescription } from './remote-json.ts';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '../../../..');
/** Text that only the code of shared modules has. */
const BUNDLED = /__v_isReactive|el-table__header-wrapper|AxiosError/;
let workspace: string;

async function write(path: string, content: string): Promise<void> {
  const file = join(workspace, 'frontend/sample-app', path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, content);
}

/** One build per process: the federation plugin keeps state in its module. */
async function build(format: RemoteFormat = 'federation'): Promise<string> {
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  const { stdout, stderr } = await run(process.execPath, [vite, 'build'], {
    cwd: join(workspace, 'frontend/sample-app'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PLATFORM_REMOTE_OUT: join(workspace, 'out'),
      PLATFORM_REMOTE_FORMAT: format,
    },
  });
  return stdout + stderr;
}

/** The text of all scripts of the last build. */
async function scripts(): Promise<string> {
  const files = Object.entries(await outputs()).filter(([name]) => name.endsWith('.js'));
  return files.map(([, text]) => text).join('\n');
}

async function outputs(): Promise<Record<string, string>> {
  const names = await readdir(join(workspace, 'out'));
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(workspace, 'out', name), 'utf8')] as const),
    ),
  );
}

beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'remote-build-'));
  await symlink(join(repository, 'node_modules'), join(workspace, 'node_modules'));
  await write(
    'package.json',
    JSON.stringify({
      name: '@plugins/sample-app',
      version: '2.0.0',
      type: 'module',
      peerDependencies: { vue: '^3.4.0' },
    }),
  );
  await write(
    'vite.config.ts',
    `import { defineRemoteApp } from '@platform/remote-app/vite';
export default defineRemoteApp({ appCode: 'sample', root: import.meta.dirname });`,
  );
  await write(
    'src/index.ts',
    `import { defineApp } from '@platform/remote-app';
export { reactive } from 'vue';
export default defineApp({ views: { list: () => import('./List.vue') } });`,
  );
  await write(
    'src/List.vue',
    `<script setup lang="ts">
import { Plus } from '@element-plus/icons-vue';
import { ElButton } from 'element-plus';
import { ElTable } from 'element-plus/es/components/table/index.mjs';
import 'element-plus/es/components/table/style/css';
import axios from 'axios';
import { defineStore } from 'pinia';
import { useRoute } from 'vue-router';
const store = defineStore('s', () => ({ a: axios }));
const router = import('vue-router');
</script>
<template><ElTable :data="[]" /><ElButton :icon="Plus">{{ store.$id }}{{ useRoute }}{{ router }}</ElButton></template>
<style scoped>.a { color: red }</style>
<style>@keyframes spin { to { rotate: 1turn } } .b { animation: spin 1s }</style>`,
  );
});
afterAll(() => rm(workspace, { recursive: true, force: true }));

describe('a built remote', () => {
  it('design 5.1: hashed files beside index.js, shared modules from the host only, about 7 kB', async () => {
    expect(await build()).toMatch(
      /sample 2\.0\.0: \d+ files, [\d.]+ kB, compressed [\d.]+ kB of 300\.0 kB planned/,
    );
    const files = await outputs();
    const names = Object.keys(files);
    expect(names.filter((name) => !/-[\w-]{8}\.(js|css)$/.test(name)).sort()).toEqual([
      'index.js',
      'remote.json',
    ]);
    const [style, ...others] = names.filter((name) => name.endsWith('.css'));
    expect(others).toEqual([]);
    expect(files[style ?? '']).toMatch(/@keyframes sample--spin\{.*animation:1s sample--spin/s);
    const code = await scripts();
    expect(code).not.toMatch(BUNDLED);
    expect(gzipSync(code).length).toBeLessThan(7_000);
    expect(files['index.js']).toMatch(/as get\b.*as init\b/);
  });

  it('design 9.5-28: remote.json states views, shared ranges, runtime API and sizes', async () => {
    const description = JSON.parse((await outputs())['remote.json'] ?? '') as RemoteDescription;
    expect(description).toMatchObject({
      code: 'sample',
      version: '2.0.0',
      views: ['list'],
      runtimeApi: '^1.0.0',
    });
    expect(description.shared).toMatchObject({
      vue: '^3.4.0',
      'element-plus': expect.stringMatching(/^\^2\./) as string,
    });
    expect(description.sizes['index.js']?.bytes).toBeGreaterThan(0);
  });

  it('has the same bytes for the same source', async () => {
    const before = await outputs();
    await build();
    expect(await outputs()).toEqual(before);
  });

  it('design 5.2: as native modules, imports shared modules by name, and no chunk imports its entry', async () => {
    await build('module');
    const files = await outputs();
    const [style] = Object.keys(files).filter((name) => name.endsWith('.css'));
    expect(files['index.js']).toMatch(/^export \{ default as install \} from "\.\/install-[\w-]{8}\.js";$/m);
    expect(files['index.js']).toContain(`export const styles = ["${style}"];`);
    const code = await scripts();
    const imported = new Set([...code.matchAll(/\b(?:from|import)\s*\(?"([^"]+)"/g)].map(([, name]) => name));
    expect([...imported].filter((name) => !name?.startsWith('./')).sort()).toEqual([
      '@platform/remote-app',
      'axios',
      'element-plus',
      'pinia',
      'vue',
      'vue-router',
    ]);
    expect(imported).not.toContain('./index.js');
    expect(code).not.toMatch(BUNDLED);
    expect(gzipSync(code).length).toBeLessThan(3_000);
    expect(JSON.parse(files['remote.json'] ?? '')).toMatchObject({
      format: 'module',
      views: ['list'],
      sizes: { 'index.js': { bytes: files['index.js']?.length } },
    });
  });

  it('design 16-25: the components are a lazy chunk of at most 25 kB, outside the entry', async () => {
    await write(
      'src/Parts.vue',
      `<script setup lang="ts">
import * as parts from '@platform/remote-app/ui';
const names = Object.keys(parts).map((name) => [name, parts[name]]);
</script>
<template><component :is="names[0][1]" /></template>`,
    );
    await write(
      'src/index.ts',
      `import { defineApp } from '@platform/remote-app';
export default defineApp({ views: { list: () => import('./Parts.vue') } });`,
    );
    await build();
    const files = await outputs();
    const code = Object.entries(files).filter(([name]) => name.endsWith('.js'));
    // Loaded before any view: the entry, its application, and the federation's own code.
    const isOfEntry = (name: string): boolean =>
      /^(?:index\.js|__federation|_virtual___federation|remote-app-)/.test(name);
    const weightOf = (wanted: (name: string) => boolean): number =>
      code.filter(([name]) => wanted(name)).reduce((sum, [, text]) => sum + gzipSync(text).length, 0);
    expect(weightOf((name) => name.startsWith('Parts-'))).toBeGreaterThan(10_000);
    expect(weightOf((name) => !isOfEntry(name))).toBeLessThan(25_000);
    expect(weightOf(isOfEntry)).toBeLessThan(10_000);
  });

  it('refuses a shared module that would be bundled, and names the file', async () => {
    await write(
      'src/extra.ts',
      `import { ref } from '../../../node_modules/vue/dist/vue.runtime.esm-bundler.js';\nexport default ref;`,
    );
    await write(
      'src/index.ts',
      `import extra from './extra.ts';\nexport default () => ({ views: { list: { extra } } });`,
    );
    await expect(build()).rejects.toThrow(/REMOTE_SHARED_BUNDLED/);
  });
});
