import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runPlatform } from './index.ts';

it.each(['install', 'upgrade', 'enable', 'disable', 'rollback', 'uninstall'])(
  'takes --yes for %s, as a script writes it for each operation',
  async (command) => {
    const home = mkdtempSync(join(tmpdir(), 'cli-yes-'));
    const err: string[] = [];
    const exit = await runPlatform([command, 'notes', '--yes'], {
      env: { PLATFORM_HOME: home, PLATFORM_URL: 'http://127.0.0.1:1', PLATFORM_TOKEN: 't' },
      ask: () => Promise.resolve(undefined),
      signal: new AbortController().signal,
      out: () => undefined,
      err: (text) => void err.push(text),
    });
    rmSync(home, { recursive: true });
    expect([exit, err.join('')]).toEqual([4, expect.not.stringContaining('unknown option')]);
  },
);
