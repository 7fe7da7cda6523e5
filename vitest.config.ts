import { defineConfig } from 'vitest/config';
import vue from '@vitejs/plugin-vue';
import { fileURLToPath } from 'node:url';
import { decorators } from './packages/packager/src/vitest/index.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** What is waited for comes at once, unless the machine has much else to do: these bounds only end what hangs. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
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
            'plugins/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'packages/remote-app/src/ui/**'],
          environment: 'node',
          // Reading the sources anew for each file took longer than the tests.
          isolate: false,
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
          isolate: false,
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
          environment: 'node',
          ...patience,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
