import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { awaitAddress, examine, NOTHING, sample } from './examination.ts';
import { isInStatement } from './sqlite-locks.ts';
import type { WorkerProcess } from './worker-process.ts';

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

describe('the inspector of a worker', () => {
  const directory = mkdtempSync(join(tmpdir(), 'inspector-'));
  /** Answers with what it was given, unless that inspector is closed. */
  const program = join(directory, 'ask.mjs');
  writeFileSync(
    program,
    `const [, , url, forMs] = process.argv;
if (url !== 'ws://closed') console.log(JSON.stringify([{ frames: [{ url, line: Number(forMs) }] }]));`,
  );
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  afterEach(() => kill.mockClear());
  afterAll(() => {
    kill.mockRestore();
    rmSync(directory, { recursive: true });
  });

  const workerWith = (inspector?: string, line?: string) => {
    const hideInspector = vi.fn();
    const find = async (pattern: RegExp) => pattern.exec(line ?? '') ?? undefined;
    return { pid: 7, inspector, silence: undefined, standardError: { hideInspector, find } };
  };
  type Asked = ReturnType<typeof workerWith>;
  const asWorker = (asked: Asked): WorkerProcess => asked as unknown as WorkerProcess;
  const opened = 'Debugger listening on ws://opened\n';

  it('is asked where it is open, and not opened again', async () => {
    const asked = workerWith('ws://open');
    const found = await examine(program, asWorker(asked));
    expect(found).toMatchObject({ frames: [{ url: 'ws://open', line: 0 }] });
    expect(kill).not.toHaveBeenCalled();
  });

  it.each([undefined, 'ws://closed'])('is opened where it is not, out of the log: %s', async (before) => {
    const asked = workerWith(before, opened);
    const found = await sample(program, asWorker(asked), 5);
    expect(found).toMatchObject([{ frames: [{ url: 'ws://opened', line: 5 }] }]);
    expect(asked.inspector).toBe('ws://opened');
    expect(kill).toHaveBeenCalledExactlyOnceWith(7, 'SIGUSR1');
    expect(asked.standardError.hideInspector).toHaveBeenCalledOnce();
  });

  it.each([[undefined], ['Debugger listening on ws://closed']])(
    'tells nothing where it does not answer: %s',
    async (line) => {
      expect(await sample(program, asWorker(workerWith(undefined, line)), 5)).toEqual([]);
      expect(await examine(program, asWorker(workerWith(undefined, line)))).toBe(NOTHING);
    },
  );
});
