import { readdirSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../scripts/lib/browser.ts';

const executablePath = findChromium();
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));
/** Their remotes exist in the browser only: they leave the host as it is, and can share one. */
const staged = files.filter((name) => /^(06-remote-|14-live-views)/.test(name));
/**
 * Each begins with the applications that it needs and looks at its own rows, so that it can follow
 * another one on the same host: a host and a browser of its own cost as much as two tests.
 */
const applications = files.filter((name) => /^(02|03|04|05|07|10|12|14-live\.|16|18|21)/.test(name));
const administration = files.filter((name) => /^(01|08|13|17|20|23-(doctor|logs)|24|27|28|29|30)/.test(name));
/** They bring users and tenants of their own. */
const accounts = files.filter((name) => /^(09|22|23-second|26|31)/.test(name));
/** One by one on a host of their own: they count what a person sees from the start page on. */
const tasks = files.filter((name) => name.startsWith('32-tasks-'));
const shared = [...staged, ...applications, ...administration, ...accounts, ...tasks];
const alone = files.filter((name) => !shared.includes(name));

export default defineConfig({
  testDir: '.',
  outputDir: './results',
  // Each project has its own workers, and each worker its own host: the tests of a file run on it
  // in order, and no file sees the data of another.
  projects: [
    { name: '06-remotes', testMatch: staged },
    // In order, so that a failure comes again.
    { name: 'applications', testMatch: applications, workers: 1 },
    { name: 'administration', testMatch: administration, workers: 1 },
    { name: 'accounts', testMatch: accounts, workers: 1 },
    { name: '32-tasks', testMatch: tasks, workers: 1 },
    ...alone.map((name) => ({ name: name.replace('.spec.ts', ''), testMatch: name })),
  ],
  // Pictures in every variant belong to `npm run test:long` (design 16-30).
  ...(process.env['PLATFORM_TESTS'] === 'long' ? {} : { grepInvert: /@long/ }),
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Bounds that only end what hangs: a busy machine takes its time.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  globalSetup: './support/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Each frame of an animation is drawn by the processor, on a machine without a GPU.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    actionTimeout: 60_000,
    navigationTimeout: 90_000,
    // Actions, requests and the console. Pictures of each page would cost more than the pages
    // themselves on a machine without a GPU, and copies of its nodes a fifth of the processor time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
