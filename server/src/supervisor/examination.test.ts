import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { awaitAddress } from './examination.ts';
import { isInStatement } from './sqlite-locks.ts';

/** A worker whose statement ends after so many attempts to find its inspector. */
function silentWorker({ statementEndsAfter = Number.POSITIVE_INFINITY, isInStatement = true }) {
  let attempts = 0;
  const address = awaitAddress({
    find: async () => ((attempts += 1) > statementEndsAfter ? 'ws://found' : undefined),
    comesToAnEnd: async () => isInStatement,
    // Each attempt takes two seconds, after the ten of the watchdog.
    silentMs: () => 10_000 + attempts * 2_000,
  });
  return { address, attempts: () => attempts };
}

describe('design 16-7: a worker that does not answer the watchdog', () => {
  it('is in native code where it is in no statement of SQLite', async () => {
    const { address, attempts } = silentWorker({ isInStatement: false });
    expect(await address).toBeUndefined();
    expect(attempts()).toBe(1);
  });

  it('is waited for while it is in a statement', async () => {
    expect(await silentWorker({ statementEndsAfter: 20 }).address).toBe('ws://found');
  });

  it('is waited for no longer than 60 s', async () => {
    const { address, attempts } = silentWorker({});
    expect(await address).toBeUndefined();
    expect(attempts()).toBe(26);
  });
});

describe.runIf(process.platform === 'linux')('a statement of SQLite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'statement-'));
  const database = new DatabaseSync(join(directory, 'a.db'));
  afterEach(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });

  it('is seen from outside by its locks', async () => {
    database.exec('pragma journal_mode = wal; create table a (b)');
    expect(await isInStatement(process.pid)).toBe(false);
    database.exec('begin immediate; insert into a values (1)');
    expect(await isInStatement(process.pid)).toBe(true);
    database.exec('commit');
    expect(await isInStatement(process.pid)).toBe(false);
  });
});
