import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import type { ApiFailure } from '@platform/cli';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../scripts/lib/build.ts';
import { PackageWorkshop } from '../src/market/testing/test-packages.ts';
import { blockingApplication, blockingStart, killingApplication } from './support/blocking-application.ts';
import { isAlive, SupervisedHost } from './support/supervised-host.ts';

/** A worker that only waits for its turn on a busy machine is silent for a second. */
const LIMIT_MS = 2_500;
const service = (code: string): string => `platform-${code}/src/service/block.ts`;
const controller = (code: string): string => `platform-${code}/src/controller/block.controller.ts`;

let workshop: PackageWorkshop;
beforeAll(async () => {
  await buildServer();
  workshop = await PackageWorkshop.open();
});
afterAll(() => workshop.close());

/** Each case has an application of its own, since one that blocks twice is not loaded again. */
const blocker = (code: string): Promise<string> =>
  workshop.build({ code, backend: blockingApplication(code), frontend: null });

/** They end in the same way as an endless loop: the inspector pauses them, too. */
const laterBlocks: ReadonlyArray<[string, string, string, number, number?]> = [
  ['a catastrophic regular expression', 'regex', 'match', 8, 9],
  ['a loop in a timer', 'timer', 'spin', 3],
  ['an endless chain of promises', 'chain', 'chain', 15],
  ['ticks that order the next one', 'ticks', 'tick', 18],
  ['microtasks that order the next one', 'microtasks', 'order', 21],
  ['a loop after a promise', 'promise', 'spin', 3, 11],
  ['a getter of what it answers with', 'getter', 'get name', 32],
  ['a wait on shared memory', 'rest', 'rest', 35],
  ['an endless chain of awaits', 'awaits', 'awaits', 38],
];

/** Status, or the code of the error; on a connection of its own, as other clients have one. */
const ask = (url: string): Promise<number | string | undefined> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response
        .resume()
        .on('close', () => resolve(response.complete ? response.statusCode : 'ECONNRESET'))
        .on('error', () => undefined);
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });

/** Installs an application that starts a command. @returns the process id of the command */
async function commandOf(host: SupervisedHost, code: string): Promise<number> {
  const manifest = { permissions: ['process'] };
  await host.install(
    await workshop.build({ code, backend: killingApplication(code), frontend: null, manifest }),
  );
  const response = await fetch(`${host.process.ready.api}/${code}/stay`);
  return ((await response.json()) as { data: number }).data;
}

describe('design 10.3: the watchdog', () => {
  let host: SupervisedHost;
  beforeAll(async () => {
    host = await SupervisedHost.start('production', { 'server.watchdog.limit-ms': LIMIT_MS });
  });
  afterAll(() => host.remove());

  /** @returns how long others waited, in milliseconds, and the incident */
  async function blockedBy(code: string, path: string) {
    await host.install(await blocker(code));
    return block(`${code}/${path}`, 'auth/oidc');
  }

  /** Does the same with an application that is installed. @param other route that others ask */
  async function block(route: string, other: string) {
    const begun = performance.now();
    const lost = ask(`${host.process.ready.api}/${route}`);
    // Once the code of the application holds the loop.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await ask(`${host.process.ready.api}/${other}`)).toBe(200);
    const waitedMs = performance.now() - begun;
    await lost;
    return { waitedMs, incident: await blockedIncident(route.split('/')[0]) };
  }

  /** An incident of one application; on a busy machine, a worker that only waits may end, too. */
  const blockedIncident = async (code: string | undefined) =>
    (await host.incidents()).find(
      ({ kind, applications }) => kind === 'blocked' && String(applications) === code,
    );

  it.each<[string, string, string, number, number?]>([
    ['an endless loop', 'loop', 'spin', 3, 8],
    ...(isLongRun ? laterBlocks : []),
  ])('names the culprit of %s and replaces the worker', async (_, path, name, line, called) => {
    const code = `by-${path}`;
    const { waitedMs, incident } = await blockedBy(code, path);
    expect(incident).toMatchObject({
      applications: [code],
      certain: true,
      version: '1.0.0',
      function: name,
      place: expect.stringContaining(`${service(code)}:${line}:`) as string,
    });
    if (called !== undefined) expect(incident?.['caller']).toContain(`${controller(code)}:${called}:`);
    // 3 s on a machine that has cores to spare.
    expect(waitedMs).toBeLessThan(LIMIT_MS + 30_000);
  });

  describe('an application that blocks twice', () => {
    const [code, other] = ['by-twice', 'bystander'];

    /** How long it takes on this machine to replace a worker that is killed, in milliseconds. */
    async function replacementMs(): Promise<number> {
      const [worker] = host.workers;
      const begun = performance.now();
      process.kill(worker as number, 'SIGKILL');
      await host.replaced(worker);
      return performance.now() - begun;
    }

    /** Answer of the application to someone of its tenant, or the code of the error. */
    async function answerOf(application: string): Promise<unknown> {
      const api = await host.api();
      return api.get(`/${application}/well`).catch((error: ApiFailure) => error.code);
    }

    it('is kept out, others are served again soon, and it comes back by "Load again"', async () => {
      await host.install(await blocker(code), await blocker(other));
      const before = await replacementMs();
      const first = await block(`${code}/loop`, `${other}/well`);
      expect(await answerOf(code)).toBe('well');
      const second = await block(`${code}/loop`, `${other}/well`);
      const own = (await host.incidents()).filter(
        ({ applications, kind }) => kind === 'blocked' && String(applications) === code,
      );
      expect(own).toMatchObject([{ certain: true }, { certain: true }]);
      expect(await answerOf(code)).toBe('APP_QUARANTINED');
      expect(await answerOf(other)).toBe('well');

      const api = await host.api();
      expect(await api.post(`/app/runtime/applications/${code}/load`)).toMatchObject({ state: 'loaded' });
      expect(await answerOf(code)).toBe('well');
      const after = await replacementMs();
      // The next worker loads it, too.
      expect(await answerOf(code)).toBe('well');
      // Replacements without a watchdog tell how busy the machine is. (design 10.7-3)
      const barMs = LIMIT_MS + Math.max(3_000, 4 * before, 4 * after);
      for (const { waitedMs } of [first, second]) expect(waitedMs).toBeLessThan(barMs);
    });
  });

  describe('issue 19: a loop that turns slowly', () => {
    const floods = [
      ['slices of work, each below the limit', 'slices', 'work'],
      ['timers that are always due', 'flood', 'work'],
    ] as const;
    it.each(isLongRun ? floods : floods.slice(0, 1))(
      'is ended for the application of %s',
      async (_, path, name) => {
        const code = `by-${path}`;
        await host.install(await blocker(code));
        const [worker] = host.workers;
        await ask(`${host.process.ready.api}/${code}/${path}`);
        await host.replaced(worker);
        expect(await blockedIncident(code)).toMatchObject({
          applications: [code],
          certain: true,
          function: name,
          place: expect.stringContaining(`${service(code)}:41:`) as string,
        });
        expect(await ask(`${host.process.ready.api}/auth/oidc`)).toBe(200);
      },
    );

    it.runIf(isLongRun)(
      'continues where many requests keep it busy, which wait for longer than the limit',
      async () => {
        await host.install(await blocker('by-load'));
        const [worker] = host.workers;
        const until = performance.now() + 8 * LIMIT_MS;
        const client = async (): Promise<void> => {
          while (performance.now() < until)
            expect(await ask(`${host.process.ready.api}/by-load/work`)).toBe(200);
        };
        await Promise.all(Array.from({ length: 24 }, client));
        // A process that takes samples is a child of the supervisor, too.
        expect(host.workers).toContain(worker);
        expect(await blockedIncident('by-load')).toBeUndefined();
      },
    );
  });

  it.runIf(isLongRun)(
    'design 16-14: survives a child of an application that kills its worker, and names no place',
    async () => {
      const backend = killingApplication('by-child');
      const manifest = { permissions: ['process'] };
      await host.install(await workshop.build({ code: 'by-child', backend, frontend: null, manifest }));
      const [worker] = host.workers;
      await ask(`${host.process.ready.api}/by-child/child`);
      await host.replaced(worker);
      const incident = (await host.incidents()).find(({ kind }) => kind === 'killed');
      expect(incident).toMatchObject({ certain: false });
      expect(incident).not.toHaveProperty('place');
    },
  );

  it.runIf(isLongRun)(
    'design 10.7-4: names the application that is in native code, without a place',
    async () => {
      const { incident } = await blockedBy('by-native', 'native');
      expect(incident).toMatchObject({ applications: ['by-native'], certain: true });
      expect(incident).not.toHaveProperty('place');
    },
  );

  it('names the culprit of a load that does not end', async () => {
    const file = await workshop.build({ code: 'by-start', backend: blockingStart, frontend: null });
    const [worker] = host.workers;
    await expect(host.install(file)).rejects.toThrow();
    await host.replaced(worker);
    const incident = await blockedIncident('by-start');
    expect(incident).toMatchObject({ applications: ['by-start'], certain: true, function: 'init' });
  });

  it.runIf(isLongRun)('records a worker that is killed from outside, without a suspect', async () => {
    const [worker] = host.workers;
    process.kill(worker as number, 'SIGKILL');
    await host.replaced(worker);
    const incident = (await host.incidents()).find(({ kind }) => kind === 'killed');
    expect(incident).toMatchObject({ applications: [], certain: false });
  });

  it.runIf(isLongRun)('leaves a worker alone that a developer debugs', async () => {
    await host.install(await blocker('debugged'));
    const [worker] = host.workers;
    const threads = (): number => readdirSync(`/proc/${worker}/task`).length;
    const before = threads();
    process.kill(worker as number, 'SIGUSR1');
    // The inspector has a thread of its own; the next beat tells of it.
    await expect.poll(threads).toBeGreaterThan(before);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const lost = ask(`${host.process.ready.api}/debugged/loop`);
    await new Promise((resolve) => setTimeout(resolve, 5 * LIMIT_MS));
    expect(host.workers).toEqual([worker]);
    process.kill(worker as number, 'SIGKILL');
    await lost;
    await host.replaced(worker);
  });

  // The last one: it ends the host.
  it.runIf(isLongRun)(
    'design 10.7-12: a worker that is blocked ends when its supervisor has been killed',
    async () => {
      await host.install(await blocker('orphan'));
      const [worker] = host.workers;
      const started = await commandOf(host, 'by-stay');
      const lost = ask(`${host.process.ready.api}/orphan/native`);
      host.process.kill();
      await lost;
      await expect.poll(() => isAlive(worker as number)).toBe(false);
      await expect.poll(() => isAlive(started)).toBe(false);
    },
  );

  it.runIf(isLongRun)(
    'commands of applications end with a worker whose supervisor has been killed',
    async () => {
      const other = await SupervisedHost.start();
      try {
        const started = await commandOf(other, 'by-stay-too');
        expect(isAlive(started)).toBe(true);
        other.process.kill();
        await expect.poll(() => isAlive(started)).toBe(false);
      } finally {
        await other.remove();
      }
    },
  );
});

describe('design 10.3: the memory of a worker', () => {
  let host: SupervisedHost;
  beforeAll(async () => {
    host = await SupervisedHost.start(
      'production',
      // A busy machine fills it slowly.
      { 'server.watchdog.limit-ms': 60_000 },
      { NODE_OPTIONS: '--max-old-space-size=600' },
    );
  });
  afterAll(() => host.remove());

  /** @returns the incident of an application that is installed, and fills the memory by a route */
  async function filledBy(code: string, path: string) {
    await host.install(await blocker(code));
    const [worker] = host.workers;
    await ask(`${host.process.ready.api}/${code}/${path}`);
    await host.replaced(worker);
    return (await host.incidents()).find(
      ({ kind, applications }) => kind !== 'hold' && String(applications) === code,
    );
  }

  it.runIf(isLongRun)(
    'names the application whose buffers grow outside of the heap while the loop turns',
    async () => {
      const incident = await filledBy('piler', 'buffers');
      expect(incident).toMatchObject({ kind: 'memory', certain: true });
      // On a busy machine, its supervisor finds a worker that waits half a second for its turn.
      expect(incident?.['message']).toMatch(/outside of V8's heap|while its memory grew to the limit/);
    },
  );

  it.runIf(isLongRun)('names the culprit of growth that does not end', async () => {
    expect(await filledBy('eater', 'memory')).toMatchObject({
      kind: 'memory',
      certain: true,
      place: expect.stringContaining(`${service('eater')}:12:`) as string,
    });
  });
});
