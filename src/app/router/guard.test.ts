// @vitest-environment node
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import './route-meta.ts';
import { ApiError } from '@/shared/http';
import { createI18nService } from '@/shared/i18n';
import { returnPath, useSessionStore, type LockedPerson } from '@/shared/session';
import { installGuard, safeRedirect } from './guard.ts';

const profile = {
  user: { userId: 1, userName: 'admin', nickName: '', tenantId: '000000' },
  roles: [],
  permissions: ['a:b:c'],
  tenant: { tenantId: '000000', name: 'Default' },
  passwordGenerated: false,
};

const mark = { csrfCookie: 'c', since: 1, expiresAt: 2 };

function shell() {
  const session = useSessionStore();
  const messages = vi.fn(async () => ({ title: 'Page' }));
  const i18n = createI18nService({ locale: 'en-US', catalog: { page: { 'en-US': messages } } });
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/login', name: 'login', component: {}, meta: { public: true } },
      { path: '/locked', component: {}, meta: { public: true } },
      { path: returnPath, component: {}, meta: { public: true } },
      { path: '/', name: 'home', component: {} },
      { path: '/page', name: 'page', component: {}, meta: { feature: 'page' } },
      { path: '/secret', name: 'secret', component: {}, meta: { permission: 'x:y:z' } },
      { path: '/403', name: 'forbidden', component: {} },
    ],
  });
  const enter = vi.fn(async () => void (session.profile = profile));
  const dropSession = vi.fn(() => session.$reset());
  const lock = { person: undefined as LockedPerson | undefined };
  const shellLock = { read: () => lock.person };
  installGuard(router, { session, shellLock, i18n, enter, dropSession });
  return { lock, session, router, enter, dropSession, messages };
}

describe('guard', () => {
  beforeEach(() => setActivePinia(createPinia()));

  it('design 15.7: leads to the locked page, loads nothing for it, and back once it is unlocked', async () => {
    const { router, session, lock, enter, messages } = shell();
    session.mark = mark;
    lock.person = { userName: 'admin', displayName: 'Ada' };
    const at = () => router.currentRoute.value.fullPath;
    await router.push('/page?tab=2');
    expect(at()).toBe('/locked?redirect=/page?tab=2');
    await router.push('/secret');
    expect(at()).toBe('/locked?redirect=/secret');
    expect([enter.mock.calls, messages.mock.calls, session.profile]).toEqual([[], [], undefined]);
    await router.push(returnPath);
    expect(at()).toBe(returnPath);
    lock.person = undefined;
    await router.push('/locked?redirect=/page');
    expect(at()).toBe('/page');
    expect(enter).toHaveBeenCalledTimes(1);
    await router.push('/locked?redirect=//evil.example');
    expect(at()).toBe('/');
  });

  it('redirects to the login page and remembers the target', async () => {
    const { router } = shell();
    await router.push('/page?tab=2');
    expect(router.currentRoute.value).toMatchObject({ name: 'login', query: { redirect: '/page?tab=2' } });
  });

  it('loads the data of a session once, and the messages of the page', async () => {
    const { router, session, enter, messages } = shell();
    session.mark = mark;
    await router.push('/page?tab=2');
    await router.push('/');
    expect(enter).toHaveBeenCalledOnce();
    expect(messages).toHaveBeenCalledOnce();
  });

  it('loads code and messages of a page while the session is read', async () => {
    const { router, session, enter, messages } = shell();
    const code = vi.fn(async () => ({}));
    router.addRoute({ path: '/lazy', component: code, meta: { feature: 'page' } });
    session.mark = mark;
    enter.mockImplementationOnce(async () => {
      expect(code).toHaveBeenCalledOnce();
      expect(messages).toHaveBeenCalledOnce();
      session.profile = profile;
    });
    await router.push('/lazy');
    expect(router.currentRoute.value.path).toBe('/lazy');
    expect(enter).toHaveBeenCalledOnce();
  });

  it('keeps the address while it loads', async () => {
    const { router, session } = shell();
    session.mark = mark;
    await router.push('/page?tab=2#x');
    expect(router.currentRoute.value.fullPath).toBe('/page?tab=2#x');
  });

  it('drops a session that the server rejects', async () => {
    const { router, session, enter, dropSession } = shell();
    session.mark = mark;
    enter.mockRejectedValueOnce(new ApiError({ code: 'AUTH_REQUIRED', status: 401, message: 'no' }));
    await router.push('/page');
    expect(dropSession).toHaveBeenCalledOnce();
    expect(router.currentRoute.value.name).toBe('login');
  });

  it('passes other errors on', async () => {
    const { router, session, enter } = shell();
    session.mark = mark;
    enter.mockRejectedValueOnce(new ApiError({ code: 'NETWORK_UNREACHABLE', status: 0, message: 'off' }));
    router.onError(() => undefined);
    await expect(router.push('/page')).rejects.toThrow('off');
  });

  it('refuses a page without permission', async () => {
    const { router, session } = shell();
    session.mark = mark;
    await router.push('/secret');
    expect(router.currentRoute.value.name).toBe('forbidden');
  });
});

describe('safeRedirect', () => {
  it.each([
    ['/market?x=1', '/market?x=1'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/login?redirect=/login', '/'],
    [undefined, '/'],
    [['/a'], '/'],
  ])('%j → %s', (wish, path) => expect(safeRedirect(wish)).toBe(path));
});
