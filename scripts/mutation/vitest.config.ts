import { statSync } from 'node:fs';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { decorators } from '../../packages/packager/src/vitest/index.ts';
import { inRoot, root } from '../lib/paths.ts';
import { testsOf } from './folders.ts';

/** The unit tests of one mutated folder, named by the environment. */
const folder = process.env['MUTATED_FOLDER'] ?? '';
const inBrowser = folder.startsWith('src/');

/** Small files first: slow tests need not try what those notice. */
class SmallFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map(files.map((file) => [file, statSync(file.moduleId).size]));
    return Promise.resolve(files.toSorted((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0)));
  }
}

export default defineConfig({
  plugins: inBrowser ? [vue()] : [decorators()],
  resolve: { alias: { '@': inRoot('src') } },
  test: {
    root,
    include: testsOf(folder),
    environment: inBrowser ? 'happy-dom' : 'node',
    isolate: false,
    sequence: { sequencer: SmallFirst },
    server: { deps: { inline: ['element-plus'] } },
    // Mutated code often waits for what never comes.
    testTimeout: 2_500,
    hookTimeout: 5_000,
  },
});
