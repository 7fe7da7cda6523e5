import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RemoteLog } from '../../scheduler/remote-log.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { TestHost } from '../testing/test-host.ts';
import { SourceMaps } from '../contract/source-maps.ts';
import { LogLimits } from './log-limits.ts';
import { LogRate } from './log-rate.ts';
import { PluginLogger } from './plugin-logger.ts';

const SOURCE = `
import { Logger } from '@platform/plugin-sdk/log';
import { Controller, Get, type Ctx } from '@platform/plugin-sdk/web';
const MILLION = 1_000_000;
@Controller('/loud', { inject: [Logger] }) export class Loud {
  constructor(private readonly log: Logger) {}
  @Get('/log') one(ctx: Ctx) { for (let n = 0; n < MILLION; n++) this.log.info('line ' + n, { n }); return 1; }
  @Get('/ctx') two(ctx: Ctx) { for (let n = 0; n < MILLION; n++) ctx.log.error('line', { error: n }); return 1; }
  @Get('/console') three() { for (let n = 0; n < MILLION; n++) console.log('line %d', n, { n }); return 1; }
  @Get('/debug') four() { for (let n = 0; n < MILLION; n++) this.log.debug('unseen'); this.log.info('seen'); return 1; }
}`;

describe('log lines of an application', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start();
    await host.load('loud', '1.0.0', { 'loud.ts': SOURCE });
  });
  afterAll(() => host.stop());

  it.each(['log', 'ctx', 'console'])(
    'findings: security 16; design 9.8-69: a million by %s block the loop for well under a second each',
    async (path) => {
      host.log.length = 0;
      const { cpu, took } = await measured(() => host.get(`/loud/${path}`));
      const mine = () => host.log.filter(({ fields }) => fields['appCode'] === 'loud');
      const leftOut = () => mine().reduce((sum, { fields }) => sum + Number(fields['leftOut'] ?? 0), 0);
      await vi.waitFor(() => expect(leftOut()).toBeGreaterThan(900_000));
      const lines = mine().filter(({ message }) => message.startsWith('line')).length;
      expect(lines).toBeLessThan(4_000);
      // A loop that takes too long is itself a line of the log, which may be dropped as well.
      expect([1_000_000, 1_000_001]).toContain(lines + leftOut());
      expect(mine().filter(({ fields }) => fields['leftOut'] !== undefined).length).toBeLessThan(4);
      expect(cpu, `${took} ms`).toBeLessThan(3_000);
    },
  );

  it('allow a burst, then a fixed number per second', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    try {
      const told: number[] = [];
      const rate = new LogRate(200, (count) => told.push(count));
      const admitted = (asked: number) =>
        Array.from({ length: asked }, () => rate.admits()).filter(Boolean).length;
      expect(admitted(5_000)).toBe(2_000);
      vi.advanceTimersByTime(1_000);
      expect(told).toEqual([3_000]);
      expect(admitted(5_000)).toBe(200);
      vi.advanceTimersByTime(60_000);
      expect(told).toEqual([3_000, 4_800]);
      expect(admitted(5_000)).toBe(2_000);
    } finally {
      vi.useRealTimers();
    }
  });

  it('design 11.5: are limited as configured, for one application otherwise than for others', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    try {
      const lines: LogLine[] = [];
      const limits = new LogLimits({ 'rate-limit': 5, 'rate-limits': ['hello=1000', ' mall = 2 '] });
      const admitted = (appCode: string) => {
        const rate = limits.rateOf(appCode, collectingLogger(lines));
        return Array.from({ length: 20_000 }, () => rate.admits()).filter(Boolean).length;
      };
      expect([admitted('hello'), admitted('mall'), admitted('other')]).toEqual([10_000, 20, 50]);
      expect(admitted('mall')).toBe(20);
      vi.advanceTimersByTime(1_000);
      expect(Object.fromEntries(limits.leftOut)).toEqual({ hello: 10_000, mall: 39_960, other: 19_950 });
      expect(lines[0]?.message).toBe(
        'Dropped 10000 log lines: the application may log 1,000 per second, and 10,000 in a burst',
      );
      expect(lines[0]?.fields['fix']).toContain('logging.rate-limits');
    } finally {
      vi.useRealTimers();
    }
  });

  it.each<[string, number, (text: string) => readonly [string, Record<string, unknown>?]]>([
    ['messages', 64, (text) => [text]],
    ['fields', 64, (text) => ['x', { text }]],
    // An error keeps 10,000 characters of its message and of its stack.
    ['errors', 19, (text) => ['x', { error: new Error(text) }]],
  ])(
    'design 11.5: count by their length, so that few long %s do not fill the disk',
    (_title, size, lineOf) => {
      const lines: LogLine[] = [];
      const limits = new LogLimits({ 'rate-limit': 200, 'rate-limits': [] });
      const log = collectingLogger(lines);
      const logger = new PluginLogger(
        log,
        new SourceMaps({ text: () => undefined }),
        limits.rateOf('long', log),
      );
      const text = 'x'.repeat(65_536);
      for (let n = 0; n < 1_000; n += 1) logger.error(...lineOf(text));
      // A burst is 2,000 ordinary lines.
      expect(Math.abs(lines.length - 2_000 / (size + 1))).toBeLessThan(5);
    },
  );

  it.each(['hello', 'hello=', '=5', 'hello=0', 'hello=-1', 'hello=1.5', 'hello=1e9'])(
    'have no limit that is %s',
    (text) => {
      expect(() => new LogLimits({ 'rate-limit': 5, 'rate-limits': [text] })).toThrow(
        expect.objectContaining({ code: 'CONFIG_INVALID' }),
      );
    },
  );

  it('of a job are limited too, and the last ones are kept', async () => {
    const log = new RemoteLog({ now: () => 0 });
    const { cpu } = await measured(async () => {
      for (let n = 0; n < 1_000_000; n++) log.info(`line ${n}`);
    });
    expect(log.text.length).toBe(65_536);
    expect(log.text).toMatch(/line 999999\n$/);
    expect(cpu).toBeLessThan(3_000);
  });
});

async function measured(work: () => Promise<unknown>): Promise<{ cpu: number; took: number }> {
  const [before, begun] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1_000, took: performance.now() - begun };
}
