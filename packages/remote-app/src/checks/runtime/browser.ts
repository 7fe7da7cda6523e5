import { existsSync } from 'node:fs';
import type { Browser, BrowserType } from 'playwright-core';

/** The check could not run; it says nothing about the applications. */
export class RuntimeCheckError extends Error {
  override readonly name = 'RuntimeCheckError';
  readonly fix: string;

  constructor(problem: string, fix: string, cause?: unknown) {
    super(problem, { cause });
    this.fix = fix;
  }
}

const SYSTEM_CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'];

/**
 * Starts the system's Chromium, or Playwright's.
 * @throws RuntimeCheckError if Playwright or a browser is missing
 */
export async function launchBrowser(): Promise<Browser> {
  const chromium = await loadChromium();
  const executablePath = SYSTEM_CHROMIUM.find((path) => existsSync(path));
  try {
    return await chromium.launch({ executablePath, args: ARGUMENTS });
  } catch (cause) {
    const [reason = ''] = (cause as Error).message.split('\n');
    throw new RuntimeCheckError(
      `Chromium does not start: ${reason}`,
      'Install Chromium, or run: npx playwright install chromium',
      cause,
    );
  }
}

async function loadChromium(): Promise<BrowserType> {
  try {
    return (await import('playwright-core')).chromium;
  } catch (cause) {
    throw new RuntimeCheckError(
      'check:runtime needs Playwright, which is not installed.',
      'Run: npm install -D playwright-core',
      cause,
    );
  }
}
