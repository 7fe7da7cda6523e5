import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HttpClient } from '@/shared/http';
import {
  createReauthentication,
  createSessionMarks,
  createShellLock,
  useSessionStore,
  type SessionInfo,
} from '@/shared/session';
import { createSessionService } from './create-session-service.ts';

const profileOf = (userId: number): SessionInfo => ({
  user: { userId, userName: 'a', nickName: 'a', tenantId: '0' },
  roles: [],
  permissions: [],
  tenant: { tenantId: '0', name: '' },
  passwordGenerated: true,
});

function service(
  post: HttpClient['post'] = vi.fn(async () => ({ csrfCookie: 'csrf', expiresIn: 60 }) as never),
  known = profileOf(1),
) {
  const session = useSessionStore();
  const marks = createSessionMarks(localStorage, () => 5);
  const [reauthentication, proof] = [createReauthentication(), createReauthentication()];
  const [leave, end] = [vi.fn(), vi.fn()];
  const done = async () => undefined;
  const http = { post, put: done, delete: done, get: async () => known } as unknown as HttpClient;
  const actingTenant = { tell: vi.fn() };
  const shellLock = createShellLock(localStorage);
  const state = { unsaved: false };
  const sessions = createSessionService({
    ...{ http, session, marks, reauthentication, proof, end, leave, actingTenant, shellLock },
    here: () => '/tasks?status=failed',
    unsaved: () => state.unsaved,
  });
  return {
    session,
    marks,
    reauthentication,
    proof,
    end,
    leave,
    sessions,
    post,
    actingTenant,
    shellLock,
    state,
  };
}

const MARK = { csrfCookie: 'csrf', since: 5, expiresAt: 60_005 };
const changed = () => new StorageEvent('storage', { key: 'platform.session' });

describe('session service', () => {
  beforeEach(() => {
    setActivePinia(createPinia());
    localStorage.clear();
  });

  it('findings: security 15: requests a cookie, stores no token, and resumes waiting requests', async () => {
    const { sessions, session, marks, reauthentication, post } = service();
    const waiting = reauthentication.request();
    await sessions.login({ username: 'admin', password: 'x' });
    expect(await waiting).toBe(true);
    expect(post).toHaveBeenCalledWith('/auth/login', expect.anything(), {
      anonymous: true,
      headers: { 'X-Session': 'cookie' },
    });
    expect(session.mark).toEqual(MARK);
    expect(marks.read()).toEqual(MARK);
  });

  it('begins no session before the second step', async () => {
    const post = vi.fn(async (path: string) =>
      path === '/auth/login'
        ? { next: 'totp', ticket: 't' }
        : { csrfCookie: 'csrf', expiresIn: 60, recoveryCodes: ['a'] },
    );
    const { sessions, session, reauthentication } = service(post as unknown as HttpClient['post']);
    const waiting = reauthentication.request();
    expect(await sessions.login({ username: 'admin', password: 'x' })).toMatchObject({
      next: 'totp',
      ticket: 't',
    });
    expect([session.mark, reauthentication.needed.value]).toEqual([undefined, true]);
    expect(await sessions.second('t', '123456')).toEqual({ recoveryCodes: ['a'] });
    expect(post).toHaveBeenLastCalledWith(
      '/auth/login/totp',
      { ticket: 't', code: '123456' },
      expect.objectContaining({ headers: { 'X-Session': 'cookie' } }),
    );
    expect(await waiting).toBe(true);
    expect(session.mark).toEqual(MARK);
  });

  it('logs out even if the server does not respond', async () => {
    const { sessions, marks, proof, leave } = service(() => Promise.reject(new Error('down')));
    marks.write('csrf', 60);
    const waiting = proof.request();
    await sessions.logout();
    expect(await waiting).toBe(false);
    expect(marks.read()).toBeUndefined();
    expect(leave).toHaveBeenCalledOnce();
  });

  it('stops what the page still reads before the session ends, which would be refused', async () => {
    const post = vi.fn(async () => ({}));
    const { sessions, end } = service(post as unknown as HttpClient['post']);
    await sessions.logout();
    expect(end.mock.invocationCallOrder[0]).toBeLessThan(post.mock.invocationCallOrder[0] ?? 0);
  });

  it('leaves to the login provider, where the session ends, too', async () => {
    const location = 'https://id.example.com/logout';
    const { sessions, leave } = service((async () => ({ location })) as unknown as HttpClient['post']);
    await sessions.logout();
    expect(leave).toHaveBeenCalledWith(location);
  });

  it('follows a login and a logout in another browser tab', async () => {
    const { sessions, session, marks, reauthentication, leave } = service();
    session.profile = profileOf(1);
    const waiting = reauthentication.request();
    marks.write('csrf', 60);
    sessions.follow(changed());
    expect(await waiting).toBe(true);
    expect(session.mark).toEqual(MARK);
    expect(leave).not.toHaveBeenCalled();
    marks.clear();
    sessions.follow(changed());
    expect(leave).toHaveBeenCalledOnce();
  });

  it('does not continue as a user who logged in in another tab', async () => {
    const { sessions, session, marks, leave } = service(undefined, profileOf(2));
    session.profile = profileOf(1);
    marks.write('csrf', 60);
    sessions.follow(changed());
    await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
  });

  it('resumes requests that waited for a proof', async () => {
    const { sessions, proof } = service();
    const waiting = proof.request();
    await sessions.prove({ password: 'x' });
    expect(await waiting).toBe(true);
  });

  it('takes a proof of a login provider', async () => {
    const { sessions, proof, post } = service();
    const waiting = proof.request();
    await sessions.proveWith('corporate');
    expect(await waiting).toBe(true);
    expect(post).toHaveBeenCalledWith('/auth/oidc/corporate/proof', undefined, {
      anonymous: true,
    });
  });

  it('stops asking for another password once it is changed', async () => {
    const { sessions, session } = service();
    session.profile = { ...profileOf(1), passwordConfigured: true };
    await sessions.changePassword('a', 'b');
    expect(session.profile).toMatchObject({ passwordGenerated: false, passwordConfigured: false });
  });

  it('design 12.1-4: loads the shell anew for another tenant, and tells the other tabs', async () => {
    const { sessions, session, leave, end, actingTenant, post } = service();
    session.profile = { ...profileOf(1), acting: { mayWrite: false, isOver: false, withheld: [] } };
    vi.mocked(post).mockRejectedValueOnce(new Error('RECORD_NOT_FOUND'));
    await expect(sessions.enterTenant('gone')).rejects.toThrow();
    expect(end).not.toHaveBeenCalled();
    await sessions.enterTenant('acme');
    // A page that continues asking is refused in the other tenant.
    expect(end).toHaveBeenCalledBefore(leave);
    expect(leave).toHaveBeenLastCalledWith('/');
    await sessions.allowChanges(true);
    expect(session.acting).toMatchObject({ mayWrite: true });
    expect(end).toHaveBeenCalledOnce();
    await sessions.leaveTenant();
    expect(end).toHaveBeenCalledTimes(2);
    expect(leave).toHaveBeenCalledTimes(2);
    expect(actingTenant.tell).toHaveBeenCalledTimes(3);
  });

  it('design 15.7: locks in every tab, keeps the lock over a reload, and unlocks with the own password', async () => {
    const { sessions, session, leave, shellLock, state, post } = service();
    session.profile = profileOf(1);
    sessions.lock();
    expect(leave).toHaveBeenCalledExactlyOnceWith('/locked?redirect=%2Ftasks%3Fstatus%3Dfailed');
    expect(createShellLock(localStorage).read()).toEqual({ userName: 'a', displayName: 'a' });

    const elsewhere = new StorageEvent('storage', { key: 'platform.locked' });
    state.unsaved = true;
    sessions.follow(elsewhere);
    expect(leave).toHaveBeenCalledTimes(1);
    state.unsaved = false;
    sessions.follow(elsewhere);
    expect(leave).toHaveBeenCalledTimes(2);

    vi.mocked(post).mockRejectedValueOnce(new Error('PROOF_FAILED'));
    await expect(sessions.unlock({ password: 'wrong' })).rejects.toThrow();
    expect(sessions.lockedPerson()).toBeDefined();
    await sessions.unlock({ password: 'right' });
    expect(post).toHaveBeenLastCalledWith('/auth/proof', { password: 'right' });
    expect(shellLock.read()).toBeUndefined();
  });

  it.each(['login', 'logout'] as const)('a %s ends the lock', async (how) => {
    const { sessions, session, shellLock } = service();
    session.profile = profileOf(1);
    sessions.lock();
    await (how === 'login' ? sessions.login({ username: 'a', password: 'x' }) : sessions.logout());
    expect(shellLock.read()).toBeUndefined();
  });
});
