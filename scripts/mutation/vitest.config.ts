import { statSync } from 'node:fs';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { decorators } from '../../packages/packager/src/vitest/index.ts';
import { inRoot, root } from '../lib/paths.ts';
import { testsOf } from './folders.ts';
import { BUDGET_MS } from './plan.ts';

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
    // Each file has modules and a page of its own, as it has in the usual tests.
    pool: inBrowser ? 'vmForks' : 'forks',
    isolate: false,
    setupFiles: [
      ...(inBrowser ? ['scripts/testing/page-globals.ts'] : []),
      'scripts/testing/no-unexpected-warnings.ts',
    ],
    sequence: { sequencer: SmallFirst },
    server: { deps: { inline: ['element-plus'] } },
    testTimeout: 120_000,
    // Mutated code often waits for what never comes.
    hookTimeout: 2 * BUDGET_MS,
    expect: { poll: { timeout: 2_000 } },
  },
});
