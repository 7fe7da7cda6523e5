import { beforeEach, describe, expect, it } from 'vitest';
import { SiblingGroup, type GroupMember } from '../../../kernel/testing/sibling-group.ts';
import { metricOf } from '../micrometer.ts';
import type { Scraped, ScrapedValue } from '../scraped.ts';
import { MachineMetrics } from './machine-metrics.ts';

type Values = Readonly<Record<string, number>>;

/** A worker of which a test says what it has counted. */
class Worker {
  requests: Values = {};
  lag = 0;
  readonly machine: MachineMetrics;
  readonly #member: GroupMember;

  constructor(group: SiblingGroup) {
    this.#member = group.join();
    const { siblings, legacy } = this.#member;
    const own = { families: async () => this.#families(), text: () => expect.unreachable() };
    this.machine = new MachineMetrics({ own, siblings, legacy });
  }

  get token(): string {
    return this.#member.siblings.own.token;
  }

  /** It is asked to end, and does. */
  async stop(): Promise<void> {
    await this.machine.close();
    this.#member.end();
  }

  crash(): void {
    this.#member.end();
  }

  #families(): Scraped[] {
    const family = (name: string, type: string, aggregator: string, values: ScrapedValue[]): Scraped => ({
      name,
      help: name,
      type,
      aggregator,
      values,
    });
    const requests = Object.entries(this.requests).map(([uri, value]) => ({ labels: { uri }, value }));
    return [
      family('requests_total', 'counter', 'sum', requests),
      family('heap_bytes', 'gauge', 'sum', [{ labels: {}, value: 10 }]),
      family('nodejs_eventloop_lag_p99_seconds', 'gauge', 'average', [{ labels: {}, value: this.lag }]),
      family('process_start_time_seconds', 'gauge', 'omit', [{ labels: {}, value: 5 }]),
    ];
  }
}

describe('design 11.8-10: one worker answers sums of its machine', () => {
  let group: SiblingGroup;
  let first: Worker;
  let second: Worker;
  beforeEach(() => {
    group = new SiblingGroup();
    [first, second] = [new Worker(group), new Worker(group)];
    first.requests = { '/a': 3 };
    second.requests = { '/a': 4, '/b': 1 };
  });

  type Value = [unknown, number];
  const valuesIn = (families: readonly Scraped[], wanted: string): Value[] =>
    (families.find(({ name }) => name === wanted)?.values ?? []).map(({ labels, value }) => [
      Object.values(labels)[0],
      value,
    ]);
  const valuesOf = async (worker: Worker, name: string): Promise<Value[]> =>
    valuesIn(await worker.machine.families(), name);
  const requestsIn = (families: readonly Scraped[]): Values =>
    Object.fromEntries(valuesIn(families, 'requests_total')) as Values;
  const requests = async (worker: Worker): Promise<Values> => requestsIn(await worker.machine.families());

  it('whichever is asked', async () => {
    expect(await requests(first)).toEqual({ '/a': 7, '/b': 1 });
    expect(await requests(second)).toEqual({ '/a': 7, '/b': 1 });
    const { text, type } = await second.machine.text();
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toContain('requests_total{uri="/a"} 7\n');
    expect(text).toContain('platform_worker_up{worker="1"} 1\nplatform_worker_up{worker="2"} 1');
    const metric = metricOf(await first.machine.families(), 'requests', []);
    expect(metric?.measurements).toEqual([{ statistic: 'COUNT', value: 8 }]);
  });

  it('and gauges by their aggregator; a held worker is not hidden among the others', async () => {
    second.lag = 4;
    expect(await valuesOf(first, 'heap_bytes')).toEqual([[undefined, 20]]);
    expect(await valuesOf(first, 'nodejs_eventloop_lag_p99_seconds')).toEqual([[undefined, 4]]);
    expect(await valuesOf(first, 'process_start_time_seconds')).toEqual([[undefined, 5]]);
    second.lag = Number.NaN;
    expect(await valuesOf(second, 'nodejs_eventloop_lag_p99_seconds')).toEqual([[undefined, 0]]);
  });

  it('what a killed worker had counted at the last scrape stays in the sum', async () => {
    await requests(first);
    second.requests = { '/a': 100 };
    second.crash();
    expect(await requests(first)).toEqual({ '/a': 7, '/b': 1 });
    const third = new Worker(group);
    third.requests = { '/a': 1 };
    expect(await requests(third)).toEqual({ '/a': 8, '/b': 1 });
    expect(await requests(first)).toEqual({ '/a': 8, '/b': 1 });
  });

  it('all that replaced workers had counted stays, in one text however many they were', async () => {
    const seen: number[] = [];
    await requests(first);
    for (let round = 0; round < 5; round += 1) {
      const next = new Worker(group);
      second.requests = { '/a': 10 };
      await second.stop();
      second = next;
      second.requests = { '/a': 1 };
      seen.push((await requests(round % 2 === 0 ? first : second))['/a'] ?? 0);
    }
    // 3 of the first, 10 of each that has ended, 1 of the last.
    expect(seen).toEqual([14, 24, 34, 44, 54]);
    expect(group.left.filter(({ hasEnded }) => hasEnded)).toHaveLength(1);
    expect(await requests(first)).toEqual({ '/a': 54, '/b': 1 });
  });

  it('a worker that does not answer is named, and its counters stay', async () => {
    await requests(first);
    group.blocked.add(second.token);
    const families = await first.machine.families();
    expect(requestsIn(families)).toEqual({ '/a': 7, '/b': 1 });
    expect(valuesIn(families, 'platform_worker_up')).toEqual([
      ['1', 1],
      ['2', 0],
    ]);
    expect(valuesIn(families, 'heap_bytes')).toEqual([[undefined, 10]]);
  });

  it('a supervisor that is silent hides the others: they are named, and what they had counted stays', async () => {
    const third = new Worker(group);
    third.requests = { '/a': 1 };
    expect(await requests(first)).toEqual({ '/a': 8, '/b': 1 });
    third.crash();
    expect(await requests(first)).toEqual({ '/a': 8, '/b': 1 });
    group.isSilent = true;
    first.requests = { '/a': 5 };
    for (const _again of [1, 2]) {
      const families = await first.machine.families();
      expect(requestsIn(families)).toEqual({ '/a': 10, '/b': 1 });
      expect(valuesIn(families, 'platform_worker_up')).toEqual([
        ['1', 1],
        ['2', 0],
      ]);
    }
    group.isSilent = false;
    expect(await requests(first)).toEqual({ '/a': 10, '/b': 1 });
  });

  it('counters of an application that begin anew, or are gone, do not make the sum fall', async () => {
    await requests(first);
    second.requests = { '/b': 1 };
    expect(await requests(first)).toEqual({ '/a': 7, '/b': 1 });
    second.requests = { '/a': 2, '/b': 0 };
    expect(await requests(first)).toEqual({ '/a': 9, '/b': 1 });
  });

  it('workers that nobody has asked leave nothing', async () => {
    await second.stop();
    expect(group.left).toEqual([]);
  });
});
