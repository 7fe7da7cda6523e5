import { expect, it, vi } from 'vitest';
import { LoadAgain, type LoadAgainParts } from './load-again.ts';

/** An application that is placed, in quarantine, and enabled for two tenants. */
function setUp(facts: { installed?: boolean; quarantined?: boolean; jar?: string | null } = {}) {
  const { installed = true, quarantined = true, jar = 'platform-crm-plugin-1.0.0.jar' } = facts;
  const load = vi.fn(async () => ({ version: '1.0.0' }));
  const emit = vi.fn();
  const tellOthers = vi.fn();
  const assertMayLoad = vi.fn();
  const assertIdle = vi.fn(async () => undefined);
  const parts = {
    registry: { state: () => (installed ? 'enabled' : 'none'), tenants: () => ['000000', 'acme'] },
    placement: { placed: async () => ({ version: '1.0.0', jar }) },
    backends: { quarantined: () => quarantined, loadAgain: load },
    events: { emit },
    sharedCode: { assertMayLoad },
    assertIdle,
    tellOthers,
  } as unknown as LoadAgainParts;
  return { loadAgain: new LoadAgain(parts), load, emit, tellOthers, assertMayLoad, assertIdle };
}

it('design 10.3: loads what is placed, and tells the other hosts, and the shells of every tenant', async () => {
  const { loadAgain, load, emit, tellOthers, assertMayLoad, assertIdle } = setUp();
  expect(await loadAgain.run('acme', 'crm')).toEqual({ state: 'loaded', version: '1.0.0' });
  expect(assertMayLoad).toHaveBeenCalledWith('crm', 'acme');
  expect(assertIdle).toHaveBeenCalledWith('crm');
  expect(load).toHaveBeenCalledExactlyOnceWith('crm', 'platform-crm-plugin-1.0.0.jar');
  expect(tellOthers).toHaveBeenCalledExactlyOnceWith('crm');
  expect(emit).toHaveBeenCalledExactlyOnceWith(['000000', 'acme'], {
    type: 'enabled',
    appCode: 'crm',
    version: '1.0.0',
  });
});

it.each([
  ['is not installed here', { installed: false }, 'INSTALL_NOT_FOUND'],
  ['is not in quarantine', { quarantined: false }, 'APP_NOT_QUARANTINED'],
  ['is not placed', { jar: null }, 'APP_NOT_QUARANTINED'],
])('refuses what %s', async (_what, facts, code) => {
  const { loadAgain, load } = setUp(facts);
  await expect(loadAgain.run('acme', 'crm')).rejects.toMatchObject({ code });
  expect(load).not.toHaveBeenCalled();
});

it('tells nobody where the load fails', async () => {
  const { loadAgain, load, emit, tellOthers } = setUp();
  load.mockRejectedValue(new Error('again'));
  await expect(loadAgain.run('acme', 'crm')).rejects.toThrow('again');
  expect(emit).not.toHaveBeenCalled();
  expect(tellOthers).not.toHaveBeenCalled();
});
