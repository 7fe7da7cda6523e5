import type { HostWork, PlatformHealth } from '@platform/host-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { CACHE } from '../../infra/index.ts';
import type { Answer, Client } from '../../system/testing/host.ts';
import { SeveralHosts, type NamedHost } from '../testing/several-hosts.ts';

describe('design 12: /monitor of a host that is named', () => {
  let hosts: SeveralHosts;
  let reached: NamedHost;
  let beside: NamedHost;
  let distant: NamedHost;
  let admin: Client;
  beforeAll(async () => {
    ({ hosts, reached, beside, distant } = await SeveralHosts.three());
    admin = await reached.admin();
  });
  afterAll(() => hosts.stop());

  async function workOf(nodeId?: string): Promise<HostWork> {
    const path = `/monitor/work?limit=1000${nodeId === undefined ? '' : `&nodeId=${nodeId}`}`;
    const { status, body } = await admin('GET', path);
    expect(status).toBe(200);
    return body.data as unknown as HostWork;
  }
  const callsOf = ({ routes }: HostWork, path: string): number =>
    routes.find(({ uri }) => uri === path)?.count ?? 0;

  it('shows its work, of a worker beside and of a host elsewhere', async () => {
    for (const [host, calls] of [
      [beside, 2],
      [distant, 3],
    ] as const)
      for (let call = 0; call < calls; call += 1) await host.anonymous('GET', '/system/site');
    const work = await Promise.all([beside, distant, reached].map(({ nodeId }) => workOf(nodeId)));
    expect(work.map(({ nodeId }) => nodeId)).toEqual([beside, distant, reached].map(({ nodeId }) => nodeId));
    expect(work.map((each) => callsOf(each, '/system/site'))).toEqual([2, 3, 0]);
    expect(await workOf()).toMatchObject({ nodeId: reached.nodeId });
  });

  it('passes the choice of an application and the number of rows on', async () => {
    const ask = async (query: string) =>
      (await admin('GET', `/monitor/work?nodeId=${distant.nodeId}&${query}`)).body.data as never as HostWork;
    expect((await ask('limit=1')).routes).toHaveLength(1);
    expect((await ask('appCode=hello')).routes).toEqual([]);
  });

  it('shows the parts of the platform as that host reaches them', async () => {
    vi.spyOn(distant.services.use(CACHE), 'ping').mockRejectedValueOnce(new Error('no route'));
    const stateOf = async ({ nodeId }: NamedHost): Promise<string | undefined> => {
      const { body } = await admin('GET', `/monitor/health?nodeId=${nodeId}`);
      return (body.data as never as PlatformHealth).components['cache']?.status;
    };
    expect(await Promise.all([distant, beside].map(stateOf))).toEqual(['DOWN', 'UP']);
  });

  it('is 404 for an id that no host has', async () => {
    expect(await admin('GET', '/monitor/work?nodeId=nobody')).toMatchObject({
      status: 404,
      body: { error: 'NODE_NOT_FOUND' },
    });
  });

  it('is 503 for a worker that is blocked, which is named', async () => {
    hosts.group.blocked.add(beside.nodeId);
    try {
      expect(await admin('GET', `/monitor/work?nodeId=${beside.nodeId}`)).toMatchObject({
        status: 503,
        body: {
          error: 'NODE_NOT_ANSWERING',
          msg: expect.stringContaining(`process ${process.pid}`) as string,
          fix: expect.any(String) as string,
        },
      });
    } finally {
      hosts.group.blocked.clear();
    }
  });

  describe('is 503 for one of which only the row is left', () => {
    const named = async (nodeId: string, heartbeatAt: string | undefined): Promise<Answer> => {
      const { query } = reached.services.use(DATABASE);
      const row = await query
        .selectFrom('sys_node')
        .selectAll()
        .where('node_id', '=', distant.nodeId)
        .executeTakeFirstOrThrow();
      const heartbeat_at = heartbeatAt ?? row.heartbeat_at;
      await query
        .insertInto('sys_node')
        .values({ ...row, node_id: nodeId, heartbeat_at })
        .execute();
      return admin('GET', `/monitor/work?nodeId=${nodeId}`);
    };
    const notAnswering = { status: 503, body: { error: 'NODE_NOT_ANSWERING' } };

    it('within two seconds', async () => {
      expect(await named('killed', undefined)).toMatchObject(notAnswering);
    });

    it('at once where its lease has run out', async () => {
      const begun = performance.now();
      expect(await named('gone', '2020-01-01T00:00:00.000Z')).toMatchObject(notAnswering);
      expect(performance.now() - begun).toBeLessThan(1_500);
    });
  });
});
