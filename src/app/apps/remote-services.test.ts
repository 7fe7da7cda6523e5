import { describe, expect, it, vi } from 'vitest';
import { ref, toValue } from 'vue';
import { createRemoteServices, type RemoteServicesOptions } from './remote-services.ts';

function services({
  permissions = [] as string[],
  dark = false,
  accent = '',
  user = undefined as object | undefined,
} = {}) {
  const installed = { code: 'hello', name: 'Hello', names: { zh: '问候' } };
  const locale = ref('en-US');
  const get = vi.fn(async (path: string): Promise<unknown> => (path.startsWith('/app') ? [installed] : []));
  const show = vi.fn();
  const report = vi.fn();
  const apply = vi.fn(async (apps: readonly unknown[]) => [...apps, { code: 'own', name: 'Own' }]);
  const options = {
    http: { get },
    i18n: { current: () => locale.value },
    session: {
      user,
      roles: ['editor'],
      permissions,
      can: (permission: string) => permissions.includes(permission),
    },
    preferences: { dark, accent },
    navigation: { pagePath: (component: string) => `/path-of/${component}` },
    notices: { show },
    ui: { message: {}, confirm: async () => true },
    overrides: { apply },
    report,
  } as unknown as RemoteServicesOptions;
  return { ...createRemoteServices(options), get, show, reported: report, locale };
}

describe('what the shell offers to applications', () => {
  it('is the list of applications, with what replaces them in this session', async () => {
    const offered = services();
    const apps = await offered.fetchApps();
    const names = () => apps.map(({ name }) => name);
    expect(names()).toEqual(['Hello', 'Own']);
    offered.locale.value = 'zh-CN';
    expect(names()).toEqual(['问候', 'Own']);
    expect(offered.get).toHaveBeenCalledExactlyOnceWith('/app/runtime/remote-apps');
  });

  it('leads to the installed applications only for those who may see them', () => {
    expect(services().appPage?.('hello')).toBeUndefined();
    const offered = services({ permissions: ['app:install:list'] });
    expect(offered.appPage?.('hello')).toBe('/path-of/host:installed/list');
  });

  it('names the person, without what the shell alone knows', () => {
    const user = { userId: 7, userName: 'ann', nickName: 'Ann', tenantId: '000001', avatar: null, secret: 1 };
    expect(toValue(services({ user }).user)).toEqual({
      userId: 7,
      userName: 'ann',
      nickName: 'Ann',
      avatar: undefined,
      email: undefined,
      tenantId: '000001',
      roles: ['editor'],
    });
    expect(toValue(services().user)).toMatchObject({ userId: 0, userName: '', tenantId: '' });
  });

  it('is the theme as it is drawn', () => {
    document.documentElement.style.setProperty('--accent', ' #123456 ');
    expect(toValue(services({ dark: true, accent: 'blue' }).theme)).toEqual({
      mode: 'dark',
      accent: '#123456',
    });
    expect(toValue(services().theme)).toEqual({ mode: 'light', accent: '' });
    document.documentElement.style.removeProperty('--accent');
  });

  it('shows notices in their tone, with title and text', () => {
    const { notify, show } = services();
    notify.success('Saved', 'All of it.');
    notify.info('New');
    notify.warning('Late');
    notify.error('Lost');
    expect(show.mock.calls).toEqual([
      ['good', 'All of it.', undefined, 'Saved'],
      ['neutral', '', undefined, 'New'],
      ['warn', '', undefined, 'Late'],
      ['bad', '', undefined, 'Lost'],
    ]);
  });

  it('asks for dictionaries by their name alone, and reports errors with their place', () => {
    const offered = services();
    void offered.dict('a/../b');
    expect(offered.get).toHaveBeenCalledExactlyOnceWith('/system/dict/data/type/a%2F..%2Fb');
    const cause = new Error('went wrong');
    offered.report('hello', cause, 'render');
    expect(offered.reported).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: 'hello: render', cause }) as Error,
    );
  });
});
