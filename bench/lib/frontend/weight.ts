import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { ShellAddress, ShellBrowser } from './shell-browser.ts';

/** Scripts of a page, as they came over the line. */
export interface Scripts {
  /** Compressed, of 1000 bytes each. */
  readonly kB: number;
  readonly files: number;
}

export interface Weights {
  readonly login: Scripts;
  /** With the dashboard, and what is loaded when idle; no application has been opened. */
  readonly shell: Scripts;
}

const QUIET_MS = 1500;

export async function measureWeights(browser: ShellBrowser, address: ShellAddress): Promise<Weights> {
  return {
    login: await scriptsOf(await browser.page(), `${address.frontend}/login`, 'h1'),
    shell: await scriptsOf(await browser.page(address), address.frontend, 'main h1'),
  };
}

async function scriptsOf(page: Page, url: string, ready: string): Promise<Scripts> {
  const sizes: Array<Promise<number>> = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(url);
  await page.locator(ready).first().waitFor();
  await sleep(QUIET_MS);
  const bytes = await Promise.all(sizes);
  await page.context().close();
  return { kB: bytes.reduce((sum, size) => sum + size, 0) / 1000, files: bytes.length };
}
