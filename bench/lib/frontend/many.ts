import { Agent } from 'node:http';
import { offerApplications } from '../offer-applications.ts';
import { oneByOne } from '../one-by-one.ts';
import { logIn, type BenchData } from '../platform.ts';
import { placeFrontends } from './place-menus.ts';
import type { ShellAddress, ShellBrowser } from './shell-browser.ts';

/** Adds applications with a frontend and ten menus each to a stopped platform. */
export function placeApplicationsWithMenus({ directory }: BenchData, count: number): void {
  offerApplications(directory, { applications: count, installed: count, menus: 10 });
  const versionOf = (index: number): string => (index % 2 === 0 ? '1.9.0' : '1.10.0');
  placeFrontends(
    directory,
    Array.from({ length: count }, (_, index) => ({ code: `offer${index}`, version: versionOf(index) })),
  );
}

/** @returns milliseconds from the navigation to a shell with its page and its menu */
export async function timeToShell(browser: ShellBrowser, address: ShellAddress): Promise<number> {
  const page = await browser.page(address);
  await page.goto(address.frontend, { waitUntil: 'commit' });
  await page.waitForFunction(
    () =>
      document.querySelector('main h1') !== null &&
      document.querySelector('nav a[href="/market"]') !== null &&
      document.querySelector('main [aria-busy="true"]') === null,
    undefined,
    { polling: 'raf' },
  );
  const time = await page.evaluate(() => performance.now());
  await page.context().close();
  return time;
}

/**
 * Requests the list of remote applications `requests` times.
 * @returns the latency of each request in milliseconds, and the number of applications
 */
export async function remoteAppsLatency(
  host: Parameters<typeof logIn>[0],
  requests: number,
): Promise<{ latencies: number[]; applications: number }> {
  const { api, token } = await logIn(host);
  const path = '/app/runtime/remote-apps';
  const { length } = await api.get<readonly object[]>(path);
  const agent = new Agent({ keepAlive: true });
  await oneByOne(agent, `${host.ready.api}${path}`, 10, token);
  const latencies = await oneByOne(agent, `${host.ready.api}${path}`, requests, token);
  agent.destroy();
  return { latencies, applications: length };
}
