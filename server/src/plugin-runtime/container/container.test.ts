import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BeanDefinition } from './bean-definition.ts';
import type { BeanNode, Dependency } from './bean-graph.ts';
import { Container } from './container.ts';

type Life = Partial<Record<'init' | 'start' | 'stop' | 'dispose', () => unknown>>;

/** A bean whose steps are logged, then run. */
function node(name: string, log: string[], life: Life = {}, dependencies: Dependency[] = []): BeanNode {
  class Bean {
    readonly args: readonly unknown[];
    constructor(...args: unknown[]) {
      this.args = args;
      log.push(`new ${name}`);
    }
  }
  for (const step of ['init', 'start', 'stop', 'dispose'] as const) {
    Object.assign(Bean.prototype, {
      [step]() {
        log.push(`${step} ${name}`);
        return life[step]?.();
      },
    });
  }
  const definition: BeanDefinition = {
    name,
    kind: 'service',
    type: Bean,
    tokens: [Bean],
    inject: [],
    primary: false,
  };
  return { definition, dependencies };
}

const reject = (message: string) => () => Promise.reject(new Error(message));
const never = () => new Promise(() => undefined);

describe('a container', () => {
  let log: string[];
  beforeEach(() => {
    log = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('constructs beans with their dependencies, and reports each before its dependents', () => {
    const a = node('a', log);
    const service = {};
    const b = node('b', log, {}, [
      { kind: 'bean', bean: a.definition },
      { kind: 'beans', beans: [a.definition] },
      { kind: 'outside', name: 'Cache', service },
      { kind: 'none' },
    ]);
    const container = new Container([a, b], 100);
    container.construct(({ definition }) => void log.push(`constructed ${definition.name}`));
    expect(log).toEqual(['new a', 'constructed a', 'new b', 'constructed b']);
    const [first, second] = container.beans;
    expect(second?.instance).toMatchObject({
      args: [first?.instance, [first?.instance], service, undefined],
    });
    expect(container.describe()[1]).toMatchObject({ name: 'b', dependencies: ['a', 'a', 'Cache'] });
  });

  it('initializes and starts in order, stops and disposes in reverse', async () => {
    const container = new Container([node('a', log), node('b', log)], 100);
    container.construct();
    await container.init();
    await container.start();
    expect([...(await container.stop()), ...(await container.dispose())]).toEqual([]);
    expect(log.slice(2)).toEqual([
      ...['init a', 'init b', 'start a', 'start b'],
      ...['stop b', 'stop a', 'dispose b', 'dispose a'],
    ]);
  });

  it('disposes only beans whose init() succeeded, and each of them once', async () => {
    const container = new Container(
      [node('a', log), node('b', log, { init: reject('no') }), node('c', log)],
      100,
    );
    container.construct();
    await expect(container.init()).rejects.toMatchObject({ findings: [{ code: 'PLUGIN_INIT_FAILED' }] });
    await container.dispose();
    await container.dispose();
    expect(log.slice(3)).toEqual(['init a', 'init b', 'dispose a']);
  });

  it('stops the bean whose start() failed, but none that was not started', async () => {
    const container = new Container(
      [node('a', log), node('b', log, { start: reject('no') }), node('c', log)],
      100,
    );
    container.construct();
    await expect(container.start()).rejects.toMatchObject({ findings: [{ code: 'PLUGIN_START_FAILED' }] });
    await container.stop();
    expect(log.slice(3)).toEqual(['start a', 'start b', 'stop b', 'stop a']);
  });

  it('continues after a failure of stop(), and returns it', async () => {
    const container = new Container([node('a', log), node('b', log, { stop: reject('busy') })], 100);
    container.construct();
    await container.start();
    expect(await container.stop()).toMatchObject([{ message: 'stop() of b failed: busy' }]);
    expect(log.at(-1)).toBe('stop a');
  });

  it('ends start() at its limit, but never init()', async () => {
    const container = new Container([node('a', log, { start: never, init: never })], 100);
    container.construct();
    const started = expect(container.start()).rejects.toThrow(/within 100 ms/);
    expect(container.waitingFor).toBe('start() of a');
    await vi.advanceTimersByTimeAsync(100);
    await started;
    expect(container.waitingFor).toBeUndefined();
    let ended = false;
    void container.init().finally(() => (ended = true));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toBe(false);
    expect(container.waitingFor).toBe('init() of a');
  });

  it('clears the timer of a step that ends in time', async () => {
    const container = new Container([node('a', log)], 100);
    container.construct();
    await container.start();
    expect(vi.getTimerCount()).toBe(0);
  });
});
