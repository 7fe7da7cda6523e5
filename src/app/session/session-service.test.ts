import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HttpClient } from '@/shared/http';
import { createReauthentication, createTokenStorage, useSessionStore } from '@/shared/session';
import { createSessionService } from './create-session-service.ts';

function service(post = vi.fn(async () => ({ token: 'new', expiresIn: 60 }))) {
  const session = useSessionStore();
  const storage = createTokenStorage(localStorage, () => 0);
  const reauthentication = createReauthentication();
  const leave = vi.fn();
  const http = { post } as unknown as HttpClient;
  return {
    session,
    storage,
    reauthentication,
    leave,
    service: createSessionService({ http, session, storage, reauthentication, leave }),
  };
}

describe('session service', () => {
  beforeEach(() => {
    setActivePinia(createPinia());
    localStorage.clear();
  });

  it('keeps the token and lets waiting requests go on', async () => {
    const { service: sessions, session, storage, reauthentication } = service();
    const waiting = reauthentication.request();
    await sessions.login({ username: 'admin', password: 'x' });
    expect(await waiting).toBe(true);
    expect(session.token).toBe('new');
    expect(storage.read()?.token).toBe('new');
  });

  it('leaves even when the server does not answer the logout', async () => {
    const { service: sessions, storage, leave } = service(vi.fn(() => Promise.reject(new Error('down'))));
    storage.write('t', 60);
    await sessions.logout();
    expect(storage.read()).toBeUndefined();
    expect(leave).toHaveBeenCalledOnce();
  });

  it('follows a login and a logout in another browser tab', async () => {
    const { service: sessions, session, storage, reauthentication, leave } = service();
    session.profile = {
      user: { userId: 1, userName: 'a', nickName: 'a', tenantId: '0' },
      roles: [],
      permissions: [],
      tenant: { tenantId: '0', name: '' },
    };
    const waiting = reauthentication.request();
    storage.write('elsewhere', 60);
    sessions.follow(new StorageEvent('storage', { key: 'platform.session' }));
    expect(await waiting).toBe(true);
    expect(session.token).toBe('elsewhere');
    storage.clear();
    sessions.follow(new StorageEvent('storage', { key: 'platform.session' }));
    expect(leave).toHaveBeenCalledOnce();
  });
});
