import { defineConfig } from 'vitest/config';
import vue from '@vitejs/plugin-vue';
import { fileURLToPath } from 'node:url';
import { decorators } from './packages/packager/src/vitest/index.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Results usually come at once. These limits only end a test that hangs on a busy machine. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

const globalSetup = ['server/src/data/testing/drop-databases.ts'];
const setupFiles = ['scripts/testing/no-unexpected-warnings.ts'];

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
            'plugins/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'packages/remote-app/src/ui/**'],
          environment: 'node',
          // Reading the sources anew for each file took longer than the tests.
          isolate: false,
          globalSetup,
          setupFiles,
          ...patience,
        },
      },
      {
        plugins: [vue()],
        resolve: { alias: { '@': `${root}src` } },
        test: {
          name: 'shell',
          root,
          include: ['src/**/*.test.ts', 'frontend/**/*.test.ts', 'packages/remote-app/src/ui/**/*.test.ts'],
          environment: 'happy-dom',
          // Modules keep the page, and pages keep what was mounted: each file has its own of both.
          isolate: true,
          pool: 'threads',
          setupFiles,
          server: { deps: { inline: ['element-plus'] } },
          ...patience,
        },
      },
      {
        plugins: [decorators()],
        test: {
          name: 'integration',
          root,
          include: ['server/test/**/*.test.ts'],
          globalSetup,
          environment: 'node',
          ...patience,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
