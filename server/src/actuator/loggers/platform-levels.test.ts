import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BusListener } from '../../infra/bus/cluster-bus.ts';
import { LogLevels, type ClusterBus } from '../../infra/index.ts';
import { SiblingGroup } from '../../kernel/testing/sibling-group.ts';
import { PlatformLevels } from './platform-levels.ts';

/** A bus that a test can cut for one host. */
class Cable {
  readonly #listeners = new Map<string, BusListener>();
  readonly cut = new Set<string>();

  join(nodeId: string): ClusterBus {
    return {
      topics: [],
      publish: (_topic, body) => {
        const text = JSON.stringify(body);
        if (this.cut.has(nodeId)) return;
        for (const [other, listener] of this.#listeners)
          if (other !== nodeId && !this.cut.has(other)) void listener.received(JSON.parse(text));
      },
      subscribe: (_topic, listener) => {
        this.#listeners.set(nodeId, listener);
        return () => void this.#listeners.delete(nodeId);
      },
    };
  }

  repair(nodeId: string): void {
    this.cut.delete(nodeId);
    void this.#listeners.get(nodeId)?.missed();
  }
}

describe('levels of several hosts', () => {
  const NODES = ['a', 'b', 'c'];
  let cable: Cable;
  let hosts: PlatformLevels[];
  const rootOf = (host: PlatformLevels | undefined): string | undefined => host?.get('ROOT').effective;

  beforeEach(() => {
    cable = new Cable();
    hosts = NODES.map((nodeId) => {
      const bus = cable.join(nodeId);
      const levels = new LogLevels('info');
      return new PlatformLevels({
        ...{ levels, bus, nodeId, siblings: undefined, limitMs: 30 },
        liveNodes: async () => NODES,
      });
    });
  });
  afterEach(() => Promise.all(hosts.map((host) => host.close())));

  it('design 16-33: scope=platform names the hosts that have confirmed, and those that have not', async () => {
    expect(await hosts[0]?.setEverywhere('ROOT', 'debug')).toEqual({ confirmed: NODES, silent: [] });
    expect(hosts.map(rootOf)).toEqual(['debug', 'debug', 'debug']);
    cable.cut.add('b');
    expect(await hosts[0]?.setEverywhere('ROOT', 'trace')).toEqual({ confirmed: ['a', 'c'], silent: ['b'] });
    expect(hosts.map(rootOf)).toEqual(['trace', 'debug', 'trace']);
  });

  it('a host that has missed a level reads it anew, and never an older one', async () => {
    cable.cut.add('b');
    await hosts[0]?.setEverywhere('ROOT', 'debug', '1h');
    await hosts[2]?.set('ROOT', 'error');
    cable.repair('b');
    expect(rootOf(hosts[1])).toBe('debug');
    expect(rootOf(hosts[2])).toBe('error');
  });
});

describe('design 11.8-10: a level set on one worker', () => {
  let group: SiblingGroup;
  let workers: PlatformLevels[];
  const join = (): PlatformLevels => {
    const { siblings } = group.join();
    const levels = new PlatformLevels({
      levels: new LogLevels('info'),
      bus: new Cable().join(siblings.own.token),
      siblings,
      nodeId: siblings.own.token,
      liveNodes: async () => [siblings.own.token],
    });
    workers.push(levels);
    return levels;
  };
  const levels = (): string[] => workers.map((each) => each.get('ROOT').effective);

  beforeEach(() => {
    group = new SiblingGroup();
    workers = [];
    join();
    join();
  });
  afterEach(() => Promise.all(workers.map((worker) => worker.close())));

  it('is that of all workers of the machine, with its end', async () => {
    expect(await workers[1]?.set('ROOT', 'debug', '1h')).toEqual([1, 2]);
    expect(levels()).toEqual(['debug', 'debug']);
    await workers[0]?.set('ROOT', undefined);
    expect(levels()).toEqual(['info', 'info']);
  });

  it('is the last one that was given, within one millisecond too', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await workers[1]?.set('ROOT', 'debug');
    await workers[0]?.set('ROOT', 'error');
    expect(levels()).toEqual(['error', 'error']);
  });

  it('is taken over by a worker that starts', async () => {
    await workers[0]?.set('ROOT', 'warn');
    const third = join();
    await third.start();
    expect(levels()).toEqual(['warn', 'warn', 'warn']);
  });
});
