import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../kernel/index.ts';
import { SiblingGroup } from '../../kernel/testing/sibling-group.ts';
import { TestCenter } from '../testing/test-center.ts';
import { MachineRegistration } from './machine-registration.ts';
import { MonitoringCenter, type Registration } from './monitoring-center.ts';

const REGISTRATION: Registration = {
  name: 'Mall',
  serviceUrl: 'http://mall',
  managementUrl: 'http://mall/actuator',
  healthUrl: 'http://mall/actuator/health',
  metadata: {},
};

/** A worker of a machine that registers. */
class Worker {
  isStopping = false;
  isFollowed = false;
  readonly center: MonitoringCenter;
  readonly registration: MachineRegistration;
  readonly #end: () => void;

  constructor(address: string, group: SiblingGroup) {
    const { siblings, end } = group.join();
    this.#end = end;
    this.center = new MonitoringCenter({ address, intervalMs: 60_000, logger: silentLogger });
    this.registration = new MachineRegistration({
      center: this.center,
      siblings,
      isStopping: () => this.isStopping,
      isFollowed: () => this.isFollowed,
    });
    this.registration.start(REGISTRATION);
  }

  async stop(isFollowed: boolean): Promise<void> {
    this.isStopping = true;
    this.isFollowed = isFollowed;
    await this.registration.stop();
    this.#end();
  }

  crash(): void {
    this.#end();
  }
}

describe('design 11.8-10: one registration a machine', () => {
  let center: TestCenter;
  let workers: Worker[];
  beforeEach(async () => {
    center = new TestCenter();
    await center.listen();
    const group = new SiblingGroup();
    workers = [1, 2, 3].map(() => new Worker(center.address, group));
  });
  afterEach(async () => {
    for (const each of workers) await each.center.stop({ isLeaving: false });
    await center.close();
  });

  const methods = (): string[] => center.told.map(({ method }) => method);
  const registered = (count: number): Promise<void> =>
    vi.waitFor(() => expect(methods().filter((method) => method === 'POST')).toHaveLength(count));

  it('is made by the eldest worker, and the others know how it is', async () => {
    await registered(1);
    const health = (at: number) => workers[at]?.registration.health();
    await vi.waitFor(async () => expect(await health(0)).toMatchObject({ status: 'UP' }));
    expect(await health(2)).toEqual(await health(0));
    expect(methods()).toEqual(['POST']);
  });

  it('is taken over by the next one when the eldest dies, without a farewell', async () => {
    await registered(1);
    workers[0]?.crash();
    await registered(2);
    workers[1]?.crash();
    await registered(3);
    expect(methods()).not.toContain('DELETE');
  });

  it('stays while workers are replaced one after the other', async () => {
    await registered(1);
    await workers[0]?.stop(true);
    await registered(2);
    await workers[1]?.stop(true);
    await registered(3);
    expect(methods()).not.toContain('DELETE');
  });

  it('goes with the host, once, and nobody takes over', async () => {
    await vi.waitFor(() => expect(workers[0]?.center.health().status).toBe('UP'));
    // All learn of it before the first one has ended.
    for (const worker of workers) worker.isStopping = true;
    for (const worker of workers) await worker.stop(false);
    expect(methods()).toEqual(['POST', 'DELETE']);
  });
});
