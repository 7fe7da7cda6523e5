import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NODE_QUESTIONS } from '../../cluster/index.ts';
import { question, SIBLINGS } from '../../kernel/index.ts';
import { ADMIN_PASSWORD, type Answer, type Client } from '../../system/testing/host.ts';
import { SeveralHosts, type NamedHost } from '../testing/several-hosts.ts';
import { DistantProfiles } from './distant-profiles.ts';
import { writeDump } from './dump-file.ts';

const PROOF_MS = 16 * 60_000;

describe('design 12: dumps and profiles of a host that is named', () => {
  let hosts: SeveralHosts;
  let reached: NamedHost;
  let beside: NamedHost;
  let distant: NamedHost;
  let token: string;
  let admin: Client;
  beforeAll(async () => {
    ({ hosts, reached, beside, distant } = await SeveralHosts.three());
    const body = { username: 'admin', password: ADMIN_PASSWORD };
    const login = await reached.anonymous('POST', '/auth/login', body);
    token = (login.body.data as unknown as { token: string }).token;
    admin = reached.as(token);
  });
  afterAll(() => hosts.stop());

  const profilePath = ({ nodeId }: Pick<NamedHost, 'nodeId'>, seconds = 1): string =>
    `/monitor/cpu-profile?seconds=${seconds}&nodeId=${nodeId}`;
  /** All routes that name a host. */
  const askAll = (nodeId: string): Promise<Answer[]> =>
    Promise.all([
      admin('POST', `/monitor/diagnosis?kind=heap&nodeId=${nodeId}`),
      admin('POST', `/monitor/diagnosis?nodeId=${nodeId}`),
      admin('GET', profilePath({ nodeId })),
      admin('GET', `/monitor/heap-snapshot?nodeId=${nodeId}`),
    ]);

  it('profiles a worker beside, and a host elsewhere', async () => {
    for (const host of [beside, distant, reached]) {
      expect((await admin('POST', `/monitor/diagnosis?nodeId=${host.nodeId}`)).status).toBe(200);
      const profile = await admin('GET', profilePath(host));
      expect(profile.status, profile.text.slice(0, 200)).toBe(200);
      expect(profile.headers.get('content-disposition')).toContain('.cpuprofile');
      expect(JSON.parse(profile.text)).toHaveProperty('nodes');
    }
  });

  it('makes one profile at a time of a host elsewhere, too', async () => {
    const answers = await Promise.all([distant, distant].map((host) => admin('GET', profilePath(host))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(answers.find(({ status }) => status === 429)?.body.error).toBe('DIAGNOSIS_RUNNING');
  });

  it.runIf(isLongRun)('ends the profile of a host elsewhere when the client leaves', async () => {
    const abort = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const begin = () => fetch(reached.origin + profilePath(distant, 60), { headers, signal: abort.signal });
    const status = async (): Promise<number> => (await admin('GET', profilePath(distant))).status;
    let left = begin();
    await expect
      .poll(
        async () => {
          // One that asks for the status may come first, so that the other one is refused.
          const isRefused = await Promise.race([left.then(() => true), setTimeout(20, false)]);
          if (isRefused) left = begin();
          return isRefused ? 'begun again' : status();
        },
        { interval: 20 },
      )
      .toBe(429);
    abort.abort();
    await expect(left).rejects.toThrow();
    await expect.poll(status).toBe(200);
  });

  it('delivers the heap of a worker beside, which has written it', async () => {
    const undo = beside.services
      .use(SIBLINGS)
      .answer(question<null, string>('heapDump'), () =>
        writeDump(join(beside.directory, 'temp'), Buffer.from('heap of the worker beside')),
      );
    expect((await admin('POST', `/monitor/diagnosis?kind=heap&nodeId=${beside.nodeId}`)).status).toBe(200);
    const snapshot = await admin('GET', `/monitor/heap-snapshot?nodeId=${beside.nodeId}`);
    expect(snapshot).toMatchObject({ status: 200, text: 'heap of the worker beside' });
    await undo();
  });

  it('says where the heap of a host elsewhere is had', async () => {
    for (const answer of [
      await admin('POST', `/monitor/diagnosis?kind=heap&nodeId=${distant.nodeId}`),
      await admin('GET', `/monitor/heap-snapshot?nodeId=${distant.nodeId}`),
    ])
      expect(answer).toMatchObject({
        status: 409,
        body: {
          error: 'NODE_ELSEWHERE',
          fix: expect.stringContaining('/actuator/heapdump?worker=1') as string,
        },
      });
  });

  it('is 404 for an id that no host has', async () => {
    for (const answer of await askAll('nobody'))
      expect(answer).toMatchObject({ status: 404, body: { error: 'NODE_NOT_FOUND' } });
  });

  it('is 503 for a worker that is blocked, before it is waited for', async () => {
    hosts.group.blocked.add(beside.nodeId);
    try {
      for (const answer of await askAll(beside.nodeId))
        expect(answer).toMatchObject({ status: 503, body: { error: 'NODE_NOT_ANSWERING' } });
    } finally {
      hosts.group.blocked.clear();
    }
  });

  it('refuses to send a profile that is too large for the bus', async () => {
    const profiles = new DistantProfiles(distant.services.use(NODE_QUESTIONS));
    const undo = profiles.answer(async () => randomBytes(4_000_000));
    expect(await admin('GET', profilePath(distant))).toMatchObject({
      status: 413,
      body: { error: 'PROFILE_TOO_LARGE' },
    });
    await undo();
  });

  it('needs a fresh proof, whichever host is named', async () => {
    reached.clock.advance(PROOF_MS);
    for (const { nodeId } of [beside, distant])
      for (const answer of await askAll(nodeId))
        expect(answer).toMatchObject({ status: 403, body: { error: 'PROOF_NEEDED' } });
  });
});
