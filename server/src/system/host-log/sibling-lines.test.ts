import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogFilter, LogLine, LogLines } from '@platform/host-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogging } from '../../infra/index.ts';
import { SiblingGroup, type GroupMember } from '../../kernel/testing/sibling-group.ts';
import { HostLog } from './host-log.ts';
import { SiblingLines } from './sibling-lines.ts';

/** A worker with its log, in the files that all write. */
class Worker {
  readonly logging: ReturnType<typeof createLogging>;
  readonly lines: SiblingLines;
  readonly log: HostLog;
  readonly #member: GroupMember;

  constructor(directory: string, group: SiblingGroup) {
    this.#member = group.join();
    const { siblings } = this.#member;
    const { number: worker } = siblings.own;
    const shared = { isShared: true, worker };
    this.logging = createLogging({ level: 'debug', console: 'off', directory, ...shared });
    this.lines = new SiblingLines(siblings, this.logging.lines);
    this.log = new HostLog(join(directory, 'sys-console.log'), this.logging.lines, this.lines);
  }

  async end(): Promise<void> {
    await this.lines.close();
    this.#member.end();
    await this.logging.close();
  }
}

describe('design 11.5, 11.8-9: the log of a machine with several workers', () => {
  let directory: string;
  let workers: Worker[];
  const stops: Array<() => void> = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sibling-lines-'));
    const group = new SiblingGroup();
    workers = [new Worker(directory, group), new Worker(directory, group)];
  });
  afterEach(async () => {
    stops.splice(0).forEach((stop) => stop());
    for (const worker of workers) await worker.end();
    await rm(directory, { recursive: true });
  });

  function follow(filter: LogFilter = {}) {
    const events: LogLines[] = [];
    const sink = { send: (event: LogLines) => void events.push(event), end: () => expect.fail('ended') };
    stops.push(workers[0]?.log.follow(filter, 500, sink) ?? (() => undefined));
    const lines = (): LogLine[] => events.flatMap((event) => event.lines);
    const shown = (): string[] => lines().map(({ worker, message }) => `${worker} ${message}`);
    return { events, shown };
  }

  it('is shown by any of them, each line once and with its worker', async () => {
    const [first, second] = workers;
    first?.logging.logger.debug('a');
    second?.logging.logger.debug('b');
    const { events, shown } = follow();
    await expect.poll(() => second?.lines.watched).toBe(1);
    second?.logging.logger.info('c');
    await expect.poll(() => events.length).toBeGreaterThan(0);
    second?.logging.logger.info('d');
    second?.logging.logger.debug('e');
    first?.logging.logger.info('f');
    await expect.poll(() => shown().length).toBe(6);
    expect(shown().toSorted()).toEqual(['1 a', '1 f', '2 b', '2 c', '2 d', '2 e']);
  });

  it('is filtered where it is written, and bounded', async () => {
    const { events, shown } = follow({ level: 'warn' });
    await expect.poll(() => workers[1]?.lines.watched).toBe(1);
    await expect.poll(() => events.length).toBe(1);
    workers[1]?.logging.logger.info('no');
    for (let at = 0; at < 2_000; at += 1) workers[1]?.logging.logger.warn(`w${at}`);
    await expect.poll(() => events.reduce((sum, { leftOut }) => sum + leftOut, shown().length)).toBe(2_000);
    expect(shown().every((line) => line.startsWith('2 w'))).toBe(true);
    expect(events.every(({ lines }) => lines.length <= 500)).toBe(true);
  });

  it('is watched by nobody any more once the page was left', async () => {
    follow();
    await expect.poll(() => workers[1]?.lines.watched).toBe(1);
    stops.splice(0).forEach((stop) => stop());
    await expect.poll(() => workers[1]?.lines.watched).toBe(0);
  });
});
