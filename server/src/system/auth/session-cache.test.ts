import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../kernel/index.ts';
import { SessionCache } from './session-cache.ts';
import type { StoredSession, UsedLogin } from './session-store.ts';
import { createToken } from './token.ts';

const IDLE_MS = 60_000;
const EXPIRES = 10_000_000;

let now = 0;
let loads = 0;
let touched: Array<readonly UsedLogin[]> = [];
let stored: StoredSession | undefined;
let gate: Promise<void> | undefined;
let cache: SessionCache;
const token = createToken();

const session = (permissions: string[] = []): StoredSession => ({
  user: { sessionId: 7, userId: 1, userName: 'a', tenantId: '000000', roles: [], permissions },
  expires: EXPIRES,
  lastSeen: now,
});

beforeEach(() => {
  [now, loads, touched, gate] = [0, 0, [], undefined];
  stored = session();
  cache = new SessionCache(
    {
      async load() {
        loads += 1;
        const answer = stored;
        await gate;
        return answer;
      },
      touch: async (used) => void touched.push(used),
      findLasting: async () => [],
    },
    { now: () => now },
    IDLE_MS,
  );
});

describe('SessionCache', () => {
  it('answers at once for a known token', async () => {
    await cache.authenticate(token);
    expect(cache.authenticate(token)).toMatchObject({ userId: 1 });
    expect(loads).toBe(1);
  });

  it('reads a session once for concurrent requests', async () => {
    await Promise.all([cache.authenticate(token), cache.authenticate(token)]);
    expect(loads).toBe(1);
  });

  it('sends no query for texts that are not tokens', () => {
    expect(cache.authenticate("' or '1'='1")).toBeUndefined();
    expect(loads).toBe(0);
  });

  it('reads a forgotten session again', async () => {
    await cache.authenticate(token);
    stored = session(['a:b:c']);
    cache.forget((user) => user.userId === 1);
    expect(await cache.authenticate(token)).toMatchObject({ permissions: ['a:b:c'] });
    cache.forgetAll();
    expect(cache.authenticate(token)).toBeInstanceOf(Promise);
  });

  it('never returns rights from before their change', async () => {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => (open = resolve));
    const pending = cache.authenticate(token) as Promise<SessionUser | undefined>;
    stored = session(['new:right:only']);
    cache.forgetAll();
    open();
    expect(await pending).toMatchObject({ permissions: ['new:right:only'] });
    expect(cache.authenticate(token)).toMatchObject({ permissions: ['new:right:only'] });
  });

  it('notices within seconds that another node has ended a session', async () => {
    await cache.authenticate(token);
    stored = undefined;
    now += 10_001;
    expect(cache.authenticate(token)).toMatchObject({ userId: 1 });
    await expect.poll(() => cache.authenticate(token)).toBeUndefined();
  });

  it('ends an unused session, even if it is requested afterwards', async () => {
    await cache.authenticate(token);
    now += IDLE_MS - 1;
    expect(cache.authenticate(token)).toBeDefined();
    now += IDLE_MS;
    expect(await cache.authenticate(token)).toBeUndefined();
    expect(await cache.authenticate(token)).toBeUndefined();
  });

  it('design 10.4: keeps a session that was used on another host meanwhile', async () => {
    await cache.authenticate(token);
    now += IDLE_MS;
    stored = { ...session(), lastSeen: now - 1_000 };
    expect(await cache.authenticate(token)).toMatchObject({ userId: 1 });
  });

  it('ends a session at its absolute time', async () => {
    now = EXPIRES - 1;
    stored = session();
    await cache.authenticate(token);
    now = EXPIRES;
    expect(cache.authenticate(token)).toBeUndefined();
  });

  it('writes the use, with the last address, only for used sessions', async () => {
    await cache.authenticate(token, '192.0.2.1');
    void cache.authenticate(token, '192.0.2.2');
    await cache.flush();
    await cache.flush();
    void cache.authenticate(token, '192.0.2.3');
    await cache.flush();
    expect(touched).toEqual([
      [{ sessionId: 7, address: '192.0.2.2' }],
      [],
      [{ sessionId: 7, address: '192.0.2.3' }],
    ]);
  });

  it('passes on a failure of the database, and retries next time', async () => {
    gate = Promise.reject(new Error('no database'));
    await expect(cache.authenticate(token)).rejects.toThrow('no database');
    gate = undefined;
    expect(await cache.authenticate(token)).toMatchObject({ userId: 1 });
  });

  it('keeps 20,000 sessions, and lets the one go that it has known longest', async () => {
    const tokens = Array.from({ length: 20_001 }, createToken);
    for (const each of tokens) await cache.authenticate(each);
    expect(loads).toBe(20_001);
    await cache.authenticate(tokens[1] ?? '');
    await cache.authenticate(tokens[20_000] ?? '');
    expect(loads).toBe(20_001);
    await cache.authenticate(tokens[0] ?? '');
    expect(loads).toBe(20_002);
  });
});
