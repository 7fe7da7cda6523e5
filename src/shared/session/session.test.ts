import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it } from 'vitest';
import { createReauthentication } from './reauthentication.ts';
import { usePreferencesStore } from '../preferences/preferences-store.ts';
import { createSessionMarks, readCookie } from './session-mark.ts';
import { useSessionStore } from './session-store.ts';

describe('reauthentication', () => {
  it('asks once for all waiting requests', async () => {
    const flow = createReauthentication();
    const answers = Promise.all([flow.request(), flow.request()]);
    expect(flow.needed.value).toBe(true);
    flow.settle(true);
    expect(await answers).toEqual([true, true]);
    expect(flow.needed.value).toBe(false);
  });

  it('asks again after an answer', async () => {
    const flow = createReauthentication();
    const first = flow.request();
    flow.settle(false);
    expect(await first).toBe(false);
    const second = flow.request();
    expect(flow.needed.value).toBe(true);
    flow.settle(true);
    expect(await second).toBe(true);
  });
});

describe('session marks', () => {
  beforeEach(() => localStorage.clear());

  it('are returned until the session expires', () => {
    let now = 1000;
    const marks = createSessionMarks(localStorage, () => now);
    marks.write('platform_csrf_a', 10);
    expect(marks.read()).toEqual({ csrfCookie: 'platform_csrf_a', since: 1000, expiresAt: 11_000 });
    now = 11_000;
    expect(marks.read()).toBeUndefined();
  });

  it('change where another browser tab writes or removes them, or empties its storage', () => {
    const marks = createSessionMarks(localStorage, () => 0);
    const by = (key: string | null) => marks.concerns(new StorageEvent('storage', { key }));
    expect([by('platform.session'), by(null), by('platform.tabs')]).toEqual([true, true, false]);
  });

  it.each(['', 'not json', '{"token":"t","expiresAt":9e15}', '[]'])('reject %j as a session', (text) => {
    localStorage.setItem('platform.session', text);
    expect(createSessionMarks(localStorage, () => 0).read()).toBeUndefined();
  });
});

describe('a cookie', () => {
  it('is read by its full name', () => {
    const cookies = 'platform_csrf_a=one; xplatform_csrf_b=no; platform_csrf_b=t=wo';
    expect(readCookie(cookies, 'platform_csrf_a')).toBe('one');
    expect(readCookie(cookies, 'platform_csrf_b')).toBe('t=wo');
    expect(readCookie(cookies, 'platform_csrf')).toBeUndefined();
    expect(readCookie('', 'platform_csrf_a')).toBeUndefined();
  });
});

describe('what a person may do', () => {
  beforeEach(() => setActivePinia(createPinia()));

  function personWith(permissions: string[]) {
    const session = useSessionStore();
    const user = { userId: 1, userName: 'ada', nickName: 'Ada', tenantId: '000000' };
    const tenant = { tenantId: '000000', name: 'Default' };
    session.profile = { user, tenant, roles: [], permissions, passwordGenerated: false };
    return session;
  }

  it('the first administrator has a name in the language of the shell', () => {
    const session = personWith([]);
    const preferences = usePreferencesStore();
    preferences.locale = 'zh-CN';
    expect(session.displayName).toBe('Ada');
    const { profile } = session;
    if (profile) session.profile = { ...profile, user: { ...profile.user, nickName: 'Administrator' } };
    expect(session.displayName).toBe('管理员');
    preferences.locale = 'en-US';
    expect(session.displayName).toBe('Administrator');
  });

  it('is what is named, what a pattern covers, and one of several', () => {
    const session = personWith(['app:install:add', 'system:*:list']);
    expect(session.can('app:install:add')).toBe(true);
    expect(session.can('system:user:list')).toBe(true);
    expect(session.can(['app:install:remove', 'system:role:list'])).toBe(true);
    expect(session.can(['app:install:remove', 'system:role:edit'])).toBe(false);
    expect(session.can([])).toBe(false);
    session.$reset();
    expect(session.can('app:install:add')).toBe(false);
  });

  it('design 12.1-4: is nothing of the platform itself while looking into another tenant', () => {
    const session = personWith(['*:*:*']);
    expect(session.can('monitor:node:list')).toBe(true);
    const acting = { mayWrite: true, isOver: false, withheld: ['monitor:'] };
    if (session.profile) session.profile = { ...session.profile, acting };
    expect(session.can('monitor:node:list')).toBe(false);
    expect(session.can(['monitor:node:list', 'system:user:list'])).toBe(true);
    // A host of a former version does not say it, during a rolling upgrade.
    if (session.profile) session.profile = { ...session.profile, acting: { mayWrite: true, isOver: false } };
    expect(session.can('monitor:node:list')).toBe(true);
  });
});
