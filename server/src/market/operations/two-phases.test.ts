import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { availableRedis } from '../../infra/testing/redis.ts';
import { PlatformError } from '../../kernel/index.ts';
import { PLUGIN_RUNTIME } from '../../plugin-runtime/index.ts';
import { hold } from '../testing/hold.ts';
import {
  greeting,
  HostGroup,
  hostsIn,
  installPath,
  nodeIdOf,
  operate,
  placedFiles,
} from '../testing/host-group.ts';
import { ok, type MarketHost } from '../testing/market-host.ts';
import { demoScripts } from '../testing/market-suite.ts';
import { controller, keyIds, PackageWorkshop } from '../testing/test-packages.ts';

const REDIS = 'redis://127.0.0.1:6379/0';
const redis = await availableRedis();
afterAll(() => redis?.close());

await describeHostDatabases('design 10.7-7: all hosts prepare', ['sqlite', 'postgres'], (database) => {
  if (!redis || database.name === 'sqlite')
    return void it.skip('needs a database server, and Redis on loopback');

  let workshop: PackageWorkshop;
  let one: MarketHost;
  let two: MarketHost;
  const group = new HostGroup(
    [
      ...database.args,
      '--app-market.cluster.sweep-interval-ms=100',
      '--app-market.cluster.prepare-timeout-ms=20000',
    ],
    { url: REDIS, prefix: redis.prefix },
  );
  const runtimeOf = (host: MarketHost) => host.host.services.use(PLUGIN_RUNTIME);
  const both = () => Promise.all([greeting(one), greeting(two)]);
  /** The failed task of the last operation. */
  const failed = async (path: string, body?: object) => {
    const answer = await one.call('POST', path, body);
    expect(answer.status).not.toBe(200);
    const { taskId } = answer.details as { taskId: number };
    return ok(await one.call('GET', `/app/task/${taskId}`)) as unknown as {
      failure: { stage: string; code: string; message: string };
      steps: Array<{ name: string; status: string; hosts?: Array<{ nodeId: string; state: string }> }>;
    };
  };
  const phases = () =>
    one.rows((query) => query.selectFrom('app_phase').select(['task_id', 'stage']).execute());

  beforeAll(async () => {
    workshop = await PackageWorkshop.open();
    one = await group.start();
    two = await group.start();
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
      await one.publish(
        await workshop.build({ version, backend: controller('demo', version), migrations: demoScripts }),
      );
    ok(await one.call('POST', '/app/install', { appCode: 'demo', version: '1.0.0' }));
  });
  afterAll(async () => {
    await group.close();
    await workshop.close();
  });

  it('and switch after the commit; steps and report list them', async () => {
    const switched: string[] = [];
    for (const [name, host] of [
      ['one', one],
      ['two', two],
    ] as const) {
      const runtime = runtimeOf(host);
      const prepare = runtime.prepare.bind(runtime);
      Object.assign(runtime, {
        prepare: async (...args: Parameters<typeof prepare>) => {
          const load = await prepare(...args);
          switched.push(`${name} prepared`);
          return {
            ...load,
            complete: () => load.complete().then(() => void switched.push(`${name} ready`)),
            switch: () => load.switch().finally(() => switched.push(`${name} switched`)),
          };
        },
      });
    }
    const report = await operate(one, 'upgrade', { version: '1.1.0' });
    for (const host of [one, two]) Reflect.deleteProperty(runtimeOf(host), 'prepare');
    expect(hostsIn(report, one, two)).toEqual(['current 1.1.0', 'current 1.1.0']);
    expect(await both()).toEqual(['1.1.0', '1.1.0']);
    expect(switched.slice(0, 2).sort()).toEqual(['one prepared', 'two prepared']);
    expect(switched.slice(2, 4).sort()).toEqual(['one ready', 'two ready']);
    expect(switched.slice(4)).toEqual(['one switched', 'two switched']);
    const { steps } = ok(await two.call('GET', `/app/task/${String(report['taskId'])}`)) as unknown as {
      steps: Array<{ name: string; hosts?: unknown }>;
    };
    const done = [expect.objectContaining({ nodeId: nodeIdOf(two), state: 'done' })];
    expect(steps.map(({ name, hosts }) => [name, hosts])).toEqual([
      ...['resolve', 'download', 'verify', 'stage'].map((name) => [name, undefined]),
      ['prepare', done],
      ...['migrate', 'menus'].map((name) => [name, undefined]),
      ['ready', done],
      ...['switch', 'finish'].map((name) => [name, undefined]),
    ]);
    expect(await phases()).toEqual([]);
  });

  describe('before the commit', () => {
    let before: string[][];
    const files = () => Promise.all([placedFiles(one), placedFiles(two)]);
    const nothingChanged = async () => {
      expect(await both()).toEqual(['1.1.0', '1.1.0']);
      await expect.poll(files).toEqual(before);
      expect(await phases()).toEqual([]);
    };
    beforeEach(async () => {
      before = await files();
    });

    it.each(['prepare', 'complete'] as const)('a failure of another host in %s is named', async (at) => {
      const runtime = runtimeOf(two);
      const prepare = runtime.prepare.bind(runtime);
      const broken = (loadStage: string) =>
        Promise.reject(
          new PlatformError({ code: 'NO_LICENCE', message: 'It has no licence.', details: { loadStage } }),
        );
      Object.assign(runtime, {
        prepare: async (...args: Parameters<typeof prepare>) =>
          at === 'prepare'
            ? broken('container')
            : { ...(await prepare(...args)), complete: () => broken('init') },
      });
      const task = await failed(`${await installPath(one)}/upgrade`, { version: '1.2.0' });
      Reflect.deleteProperty(runtime, 'prepare');
      const [{ machine } = { machine: '' }] = await one.rows((query) =>
        query.selectFrom('sys_node').select('machine').where('node_id', '=', nodeIdOf(two)).execute(),
      );
      const [stage, step] = at === 'prepare' ? ['container', 'prepare'] : ['init', 'ready'];
      expect(task.failure).toMatchObject({ stage: step, code: 'HOST_NOT_PREPARED', loadStage: stage });
      expect(task.failure.message).toContain(machine);
      expect(task.failure.message).toContain(
        `${stage} with NO_LICENCE, so no host has switched: It has no licence.`,
      );
      expect(task.steps.find(({ name }) => name === step)?.hosts).toMatchObject([
        { nodeId: nodeIdOf(two), state: 'failed' },
      ]);
      await nothingChanged();
    });

    it('a failure of the leading host takes back what the others have prepared', async () => {
      const runtime = runtimeOf(one);
      Object.assign(runtime, {
        prepare: async () => {
          await expect.poll(() => placedFiles(two)).not.toEqual(before[1]);
          throw new Error('no heap');
        },
      });
      const task = await failed(`${await installPath(one)}/upgrade`, { version: '1.2.0' });
      Reflect.deleteProperty(runtime, 'prepare');
      expect(task.failure).toMatchObject({ stage: 'prepare', message: 'no heap' });
      await nothingChanged();
    });

    it('10.7-6: a commit that another operation has overtaken switches nothing', async () => {
      const held = hold(runtimeOf(one), 'prepare');
      onTestFinished(() => held.release());
      const upgrade = failed(`${await installPath(one)}/upgrade`, { version: '1.2.0' });
      await held.reached;
      await one.rows((query) =>
        query
          .updateTable('app_desired')
          .set(({ eb }) => ({ generation: eb('generation', '+', 1) }))
          .execute(),
      );
      held.release();
      expect((await upgrade).failure).toMatchObject({ stage: 'switch', code: 'OPERATION_OVERTAKEN' });
      await nothingChanged();
    });

    it('a host gives up what it has prepared for one that is gone', async () => {
      const held = hold(runtimeOf(one), 'prepare');
      onTestFinished(() => held.release());
      const upgrade = one.call('POST', `${await installPath(one)}/upgrade`, { version: '1.2.0' });
      await held.reached;
      const answers = () => one.rows((query) => query.selectFrom('app_phase_host').select('stage').execute());
      await expect.poll(answers).toEqual([{ stage: 'prepare' }]);
      await one.rows((query) => query.updateTable('app_phase').set({ node_id: 'gone' }).execute());
      await expect.poll(answers).toEqual([]);
      await expect.poll(() => placedFiles(two)).toEqual(before[1]);
      // As if it had only stood still: it is asked again.
      await one.rows((query) =>
        query
          .updateTable('app_phase')
          .set({ node_id: nodeIdOf(one) })
          .execute(),
      );
      held.release();
      expect(hostsIn(ok(await upgrade), one, two)).toEqual(['current 1.2.0', 'current 1.2.0']);
      ok(await one.call('POST', `${await installPath(one)}/rollback`));
      expect(await both()).toEqual(['1.1.0', '1.1.0']);
    });
  });

  describe('with a host that does not answer', () => {
    const silent = (heartbeat: string) =>
      one.rows(async (query) => {
        const row = await query
          .selectFrom('sys_node')
          .selectAll()
          .where('node_id', '=', nodeIdOf(two))
          .executeTakeFirstOrThrow();
        await query.deleteFrom('sys_node').where('node_id', '=', 'silent').execute();
        await query
          .insertInto('sys_node')
          .values({ ...row, node_id: 'silent', host_id: 'silent', machine: 'mute', heartbeat_at: heartbeat })
          .execute();
      });

    it('10.4: one that dies between the phases is left out', async () => {
      await silent('2999-01-01T00:00:00.000Z');
      const upgrade = one.call('POST', `${await installPath(one)}/upgrade`, { version: '1.2.0' });
      const waiting = () =>
        one.rows((query) => query.selectFrom('app_phase_host').select('node_id').execute());
      await expect.poll(waiting).toEqual([{ node_id: nodeIdOf(two) }]);
      expect(await both()).toEqual(['1.1.0', '1.1.0']);
      await silent('2020-01-01T00:00:00.000Z');
      expect(hostsIn(ok(await upgrade), one, two)).toEqual(['current 1.2.0', 'current 1.2.0']);
    });

    it('one that lives is named when the time is over', async () => {
      const patient = await group.start({ args: ['--app-market.cluster.prepare-timeout-ms=1000'] });
      await silent('2999-01-01T00:00:00.000Z');
      const answer = await patient.call('POST', `${await installPath(one)}/upgrade`, { version: '1.3.0' });
      expect(answer).toMatchObject({ status: 504, error: 'HOST_NOT_ANSWERED' });
      expect(answer.msg).toContain('mute');
      expect(await both()).toEqual(['1.2.0', '1.2.0']);
      await silent('2020-01-01T00:00:00.000Z');
      await group.stop(patient);
    });
  });

  it('10.7-8: a host that does not trust the key fails by itself, and is named with the cause', async () => {
    const wary = await group.start({ revokedKeys: [keyIds[1] ?? ''] });
    const other = { code: 'other', backend: controller('other', 'other'), otherKey: true };
    await one.publish(await workshop.build(other));
    const task = await failed('/app/install', { appCode: 'other' });
    expect(task.failure).toMatchObject({ stage: 'prepare', code: 'HOST_NOT_PREPARED' });
    expect(task.failure.message).toMatch(/revoked/i);
    for (const host of [one, two, wary]) expect((await host.call('GET', '/other/greet')).status).toBe(404);
    await group.stop(wary);
  });

  it('10.7-8: a host without a key that the others trust is refused while an application needs it', async () => {
    // It starts without what it cannot verify, once the time for that is over.
    const args = ['--app-market.cluster.prepare-timeout-ms=500'];
    const without = { revokedKeys: [keyIds[0] ?? ''], args };
    await expect(group.start(without)).rejects.toMatchObject({
      code: 'TRUSTED_KEYS_DIFFER',
      message: expect.stringContaining(`${keyIds[0]}, which signed demo 1.2.0`) as string,
    });
    const lenient = await group.start({ ...without, args: [...args, '--app-market.security.mode=warn'] });
    expect(await greeting(lenient)).toBe('1.2.0');
    await group.stop(lenient);
    await operate(one, 'disable');
    await group.stop(await group.start(without));
    await operate(one, 'enable');
  });

  it('10.6: a package that is missing for one host switches nothing, on any host', async () => {
    const [files, away] = [join(two.directory, 'files'), join(two.directory, 'away')];
    await rename(files, away);
    const task = await failed(`${await installPath(one)}/upgrade`, { version: '1.3.0' });
    await rm(files, { recursive: true, force: true });
    await rename(away, files);
    expect(task.failure).toMatchObject({ stage: 'prepare', code: 'HOST_NOT_PREPARED' });
    expect(task.failure.message).toContain('failed in prepare');
    expect(await both()).toEqual(['1.2.0', '1.2.0']);
  });

  it('10.6: a host that died with a version prepared takes its files back when it starts', async () => {
    const names = async () => (await placedFiles(two)).join();
    await expect.poll(names).not.toContain('1.3.0');
    const before = await names();
    const killed = await mkdtemp(join(tmpdir(), 'platform-market-'));
    const runtime = runtimeOf(one);
    Object.assign(runtime, {
      prepare: async () => {
        await expect.poll(names).toContain('follow-demo/next/index.js');
        await cp(two.directory, killed, { recursive: true, verbatimSymlinks: true });
        throw new Error('no heap');
      },
    });
    await failed(`${await installPath(one)}/upgrade`, { version: '1.3.0' });
    Reflect.deleteProperty(runtime, 'prepare');
    await group.stop(two);
    two = await group.start({ directory: killed });
    expect(await names()).toBe(before);
    const report = await operate(one, 'upgrade', { version: '1.3.0' });
    expect(hostsIn(report, one, two)).toEqual(['current 1.3.0', 'current 1.3.0']);
    expect(await both()).toEqual(['1.3.0', '1.3.0']);
  });

  it('10.4: an operation through a host that is behind leaves the others what they have', async () => {
    const runtime = runtimeOf(two);
    const broken = (): Promise<never> =>
      Promise.reject(new PlatformError({ code: 'NO_LICENCE', message: 'It has no licence.' }));
    Object.assign(runtime, { load: broken });
    await one.publish(await workshop.build({ version: '1.4.0', backend: controller('demo', '1.4.0') }));
    // It is away while the first host upgrades, and cannot follow when it is back.
    await one.rows((query) => query.updateTable('sys_node').set({ converged_at: null }).execute());
    const report = await operate(one, 'upgrade', { version: '1.4.0' });
    expect(hostsIn(report, one, two)).toEqual(['current 1.4.0', 'behind 1.3.0']);
    expect(await both()).toEqual(['1.4.0', '1.3.0']);

    const disabled = await operate(two, 'disable');
    expect(hostsIn(disabled, one, two)).toEqual(['current 1.4.0', 'current 1.4.0']);
    Reflect.deleteProperty(runtime, 'load');
    const enabled = await operate(two, 'enable');
    expect(hostsIn(enabled, one, two)).toEqual(['current 1.4.0', 'current 1.4.0']);
    expect(await both()).toEqual(['1.4.0', '1.4.0']);
  });
});
