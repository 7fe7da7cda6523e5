import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';
import { decorators } from '../../packages/packager/src/vitest/index.ts';
import { inRoot, root } from '../lib/paths.ts';

/** The unit tests of one mutated folder, named by the environment, and no others. */
const folder = process.env['MUTATED_FOLDER'] ?? '';
const inBrowser = folder.startsWith('src/');

export default defineConfig({
  plugins: inBrowser ? [vue()] : [decorators()],
  resolve: { alias: { '@': inRoot('src') } },
  test: {
    root,
    include: [`${folder}/**/*.test.ts`],
    environment: inBrowser ? 'happy-dom' : 'node',
    isolate: false,
    server: { deps: { inline: ['element-plus'] } },
    testTimeout: 120_000,
  },
});
