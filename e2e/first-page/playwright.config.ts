import { defineConfig } from '@playwright/test';
import shared from '../playwright.config.ts';

const { globalSetup: _, projects: __, ...rest } = shared;

/** Apart from the others: it starts a platform of its own, and its time counts. */
export default defineConfig({
  ...rest,
  testDir: '.',
  outputDir: '../results/first-page',
  workers: 1,
  timeout: 600_000,
  reporter: [['list'], ['json', { outputFile: '../../test-results/first-page.json' }]],
});
