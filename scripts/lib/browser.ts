import { accessSync, constants } from 'node:fs';
import { run } from './run.ts';

const systemChromium = [
  // Without a window system, which nobody sees: it takes a seventh less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The system's Chromium, where there is one. */
export function findChromium(): string | undefined {
  return systemChromium.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Provides a browser: the installed one; else one from the system's package manager where that is
 * permitted; else Playwright's download. (design 1.5)
 */
export async function provideBrowser(): Promise<boolean> {
  if (findChromium()) return false;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    for (const name of ['chromium-headless-shell', 'chromium']) {
      try {
        await run('apt-get', ['update', '-qq']);
        await run('apt-get', ['install', '-y', '-qq', name], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
        return true;
      } catch {
        // No such package, or no such package manager: Playwright's own download is last.
      }
    }
  }
  await run('playwright', ['install', 'chromium']);
  return true;
}
