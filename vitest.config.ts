import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import vue from '@vitejs/plugin-vue';
import { fileURLToPath } from 'node:url';
import { decorators } from './packages/packager/src/vitest/index.ts';
import { pageFreeTests } from './scripts/testing/page-free-tests.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Results usually come at once. These limits only end a test that hangs on a busy machine. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/**
 * Hosts start and stop all the time: with V8's small new space the collector takes a seventh of the
 * processor time.
 */
const execArgv = ['--max-semi-space-size=64'];
const globalSetup = ['server/src/data/testing/drop-databases.ts'];
const waits = 'scripts/testing/patient-waits.ts';
const setupFiles = ['scripts/testing/no-unexpected-warnings.ts', waits];

const pageSetup = ['scripts/testing/page-globals.ts'];

const shellTests = ['src/**/*.test.ts', 'frontend/**/*.test.ts', 'packages/remote-app/src/ui/**/*.test.ts'];
const withoutPage = pageFreeTests(root, shellTests);
/** Their remotes replace what a page has, and its guard keeps what it found there. */
const remoteTests = ['src/remote/**/*.test.ts'];

const shell = {
  plugins: [vue()],
  resolve: { alias: { '@': `${root}src` } },
  test: {
    root,
    setupFiles,
    server: { deps: { inline: ['element-plus'] } },
    ...patience,
  },
};

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        plugins: [decorators()],
        test: {
          name: 'unit',
          root,
          include: [
            'packages/**/*.test.ts',
            'server/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'deploy/**/*.test.ts',
            'plugins/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'packages/remote-app/src/ui/**'],
          environment: 'node',
          // Reading the sources again for each file took longer than the tests.
          isolate: false,
          // They wait half of their time, for files, databases and processes.
          maxWorkers: availableParallelism() + 1,
          // Projects of one group have equally many workers.
          sequence: { groupOrder: 1 },
          execArgv,
          globalSetup,
          setupFiles,
          ...patience,
        },
      },
      {
        ...shell,
        test: {
          ...shell.test,
          name: 'shell',
          include: shellTests,
          exclude: ['**/node_modules/**', ...withoutPage, ...remoteTests],
          environment: 'happy-dom',
          setupFiles: [...pageSetup, 'scripts/testing/shared-page.ts', ...setupFiles],
          // Reading Vue and Element Plus again for each file took as long as the tests.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        ...shell,
        test: {
          ...shell.test,
          name: 'shell with remotes',
          include: remoteTests,
          exclude: ['**/node_modules/**', ...withoutPage],
          environment: 'happy-dom',
          setupFiles: [...pageSetup, ...setupFiles],
          // A context for each file takes half the time of a thread for each.
          pool: 'vmThreads',
        },
      },
      {
        ...shell,
        test: {
          ...shell.test,
          name: 'shell without a page',
          include: withoutPage,
          environment: 'node',
          pool: 'threads',
          isolate: false,
        },
      },
      {
        plugins: [decorators()],
        test: {
          name: 'integration',
          root,
          include: ['server/test/**/*.test.ts'],
          // Hosts are processes of their own. Reading the sources again took a second a file.
          isolate: false,
          execArgv,
          globalSetup,
          setupFiles,
          environment: 'node',
          ...patience,
        },
      },
    ],
  },
});
