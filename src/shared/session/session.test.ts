import { beforeEach, describe, expect, it } from 'vitest';
import { createReauthentication } from './reauthentication.ts';
import { createTokenStorage } from './token-storage.ts';

describe('reauthentication', () => {
  it('asks once for all who wait', async () => {
    const flow = createReauthentication();
    const answers = Promise.all([flow.request(), flow.request()]);
    expect(flow.needed.value).toBe(true);
    flow.settle(true);
    expect(await answers).toEqual([true, true]);
    expect(flow.needed.value).toBe(false);
  });

  it('asks anew after an answer', async () => {
    const flow = createReauthentication();
    const first = flow.request();
    flow.settle(false);
    expect(await first).toBe(false);
    void flow.request();
    expect(flow.needed.value).toBe(true);
  });
});

describe('token storage', () => {
  beforeEach(() => localStorage.clear());

  it('gives the token back until it expires', () => {
    let now = 1000;
    const storage = createTokenStorage(localStorage, () => now);
    storage.write('t', 10);
    expect(storage.read()).toEqual({ token: 't', expiresAt: 11_000 });
    now = 11_000;
    expect(storage.read()).toBeUndefined();
  });

  it.each(['', 'not json', '{"token":1,"expiresAt":9e15}', '[]'])('takes %j for no session', (text) => {
    localStorage.setItem('platform.session', text);
    expect(createTokenStorage(localStorage, () => 0).read()).toBeUndefined();
  });
});
