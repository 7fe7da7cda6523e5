import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appendedTo } from './appended-text.ts';
import { RemoteLog } from './remote-log.ts';
import { RunWatch } from './run-watch.ts';
import type { TaskRun } from './task.ts';

const record = (patch: Partial<TaskRun> = {}): TaskRun => ({
  logId: 7,
  jobId: 1,
  attempt: 1,
  status: 'running',
  message: null,
  logText: null,
  node: 'host-1',
  startTime: '2026-11-24T10:00:00.000Z',
  endTime: null,
  ...patch,
});

function watched(log: RemoteLog | undefined, records: Array<TaskRun | undefined | Error>) {
  const sent: unknown[] = [];
  const find = vi.fn(async () => {
    const next = records.length > 1 ? records.shift() : records[0];
    if (next instanceof Error) throw next;
    return next;
  });
  const runner = {
    logOf: () => log?.text,
    onLine: (_logId: number, hear: (line: string) => void) => log?.onLine(hear),
  };
  const end = vi.fn();
  const stop = new RunWatch({ find }, runner).follow(record(), {
    send: (event, data) => sent.push([event, data]),
    end,
  });
  return { sent, find, end, stop };
}

describe('design 12: the live log of a run', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends each line of a run of this node at once, and the record at its end', async () => {
    const log = new RemoteLog({ now: () => 0 });
    log.info('before');
    const ended = record({ status: 'succeeded', logText: log.text });
    const { sent, end } = watched(log, [record(), ended]);
    log.warn('now');
    expect(sent).toEqual([
      ['run', record({ logText: '1970-01-01T00:00:00.000Z INFO before\n' })],
      ['log', { text: '1970-01-01T00:00:00.000Z WARN now\n' }],
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.at(-1)).toEqual(['end', ended]);
    expect(end).toHaveBeenCalledOnce();
    log.info('after');
    expect(sent).toHaveLength(3);
  });

  it('sends what the record of another node has gained, over a failed look', async () => {
    const { sent, end } = watched(undefined, [
      record({ logText: 'a\n' }),
      new Error('away'),
      record({ logText: 'a\nb\n' }),
      undefined,
    ]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sent.slice(1)).toEqual([
      ['log', { text: 'a\n' }],
      ['log', { text: 'b\n' }],
    ]);
    expect(end).toHaveBeenCalledOnce();
  });

  it('looks no more once nobody follows', async () => {
    const { find, stop } = watched(undefined, [record()]);
    await vi.advanceTimersByTimeAsync(1_000);
    const looks = find.mock.calls.length;
    stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(find).toHaveBeenCalledTimes(looks);
  });

  it('finds what was appended to a log that lost its oldest lines', () => {
    const before = Array.from({ length: 400 }, (_none, at) => `${at} line\n`).join('');
    expect(appendedTo(before, `${before.slice(50)}new\n`)).toBe('new\n');
    expect(appendedTo('', 'first\n')).toBe('first\n');
    expect(appendedTo('old\n', 'other\n')).toBeUndefined();
  });
});
