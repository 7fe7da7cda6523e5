import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { inRoot } from '../../../scripts/lib/paths.ts';

const run = promisify(execFile);
const PROJECT = inRoot('frontend/hello-app');
const MODULE_FEDERATION = '@module-federation/vite@1.23.0';

export type Builder = 'preset' | 'preset, native modules' | '@originjs alone' | 'Module Federation 2';

export interface Build {
  /** Run time of the whole process, milliseconds. */
  readonly time: number;
  /** Compressed size of all scripts and styles, kB (1000 bytes). */
  readonly size: number;
}

/**
 * Configurations that build the frontend of `hello`, and the output of each, in a folder that
 * resolves this repository's libraries.
 */
export class RemoteBuilds {
  readonly #folder: string;

  constructor() {
    mkdirSync(inRoot('bench/results'), { recursive: true });
    this.#folder = mkdtempSync(inRoot('bench/results/builds-'));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Fetches what is not among this repository's dependencies. @returns whether it could be had */
  async fetchModuleFederation(): Promise<boolean> {
    writeFileSync(join(this.#folder, 'package.json'), '{ "private": true, "type": "module" }');
    try {
      await run('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', MODULE_FEDERATION], {
        cwd: this.#folder,
      });
      return true;
    } catch {
      return false;
    }
  }

  async build(builder: Builder): Promise<Build> {
    const name = builder.replaceAll(/\W+/g, '-');
    const config = join(this.#folder, `${name}.config.ts`);
    const out = join(this.#folder, name);
    writeFileSync(config, configOf(builder, out));
    const startedAt = performance.now();
    await run(process.execPath, [inRoot('node_modules/vite/bin/vite.js'), 'build', '--config', config], {
      cwd: PROJECT,
      env: { ...process.env, PLATFORM_REMOTE_OUT: out },
    });
    return { time: performance.now() - startedAt, size: sizeOf(out) };
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(js|css)$/.test(path))
    .reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length / 1000, 0);
}

const SHARED = ['vue', 'vue-router', 'pinia', 'element-plus', 'axios', '@platform/remote-app'];

function configOf(builder: Builder, outDir: string): string {
  const preset = (format: string): string => `
import { defineRemoteApp } from '@platform/remote-app/vite';
export default defineRemoteApp({ appCode: 'hello', root: ${JSON.stringify(PROJECT)}, format: '${format}' });`;
  const by = (imports: string, federation: string): string => `
import vue from '@vitejs/plugin-vue';
${imports}
export default {
  root: ${JSON.stringify(PROJECT)},
  plugins: [vue(), ${federation}],
  build: { outDir: ${JSON.stringify(outDir)}, emptyOutDir: true, target: 'esnext', minify: 'esbuild', reportCompressedSize: false,
    rollupOptions: { input: ${JSON.stringify(join(PROJECT, 'src/index.ts'))} } },
};`;
  const options = `name: 'hello', filename: 'remoteEntry.js', exposes: { './install': './src/index.ts' }`;
  switch (builder) {
    case 'preset':
      return preset('federation');
    case 'preset, native modules':
      return preset('module');
    case '@originjs alone':
      return by(
        `import federation from '@originjs/vite-plugin-federation';`,
        `federation({ ${options}, shared: ${JSON.stringify(SHARED)} })`,
      );
    case 'Module Federation 2':
      return by(
        `import { federation } from '@module-federation/vite';`,
        `federation({ ${options}, dts: false, manifest: false, shared: ${JSON.stringify(
          Object.fromEntries(SHARED.map((name) => [name, { singleton: true }])),
        )} })`,
      );
  }
}
