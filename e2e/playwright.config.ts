import { readdirSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../scripts/lib/browser.ts';

const executablePath = findChromium();
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));

export default defineConfig({
  testDir: '.',
  outputDir: './results',
  // A project has workers of its own, and a worker a host: the tests of a file follow one another on it, in order, and none meets
  // what another file has left.
  projects: files.map((name) => ({ name: name.replace('.spec.ts', ''), testMatch: name })),
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Bounds that only end what hangs: a busy machine takes its time.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  globalSetup: './support/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // A film of each page besides would cost more than the pages themselves, on a machine without a graphics card.
    trace: { mode: 'retain-on-failure', screenshots: false },
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
