import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { createI18nService, i18nServiceKey } from '@/shared/i18n';
import { sessionServiceKey } from '@/shared/session';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import Login from './login.vue';

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function opened(at = '/login', service: object = {}, providers: object[] = []) {
  const methods = {
    login: vi.fn(async () => undefined),
    loginWith: vi.fn(async () => undefined),
    second: vi.fn(async () => ({})),
    renewPassword: vi.fn(async () => undefined),
    ...service,
  };
  const mounted = await mountPage(Login, {
    messages: { login: messages, app: { name: 'Platform' } },
    http: { get: async () => providers } as never,
    provide: {
      [sessionServiceKey as symbol]: methods,
      [i18nServiceKey as symbol]: createI18nService({ locale: 'en-US', catalog: {} }),
    },
    at,
  });
  const { page, router } = mounted;
  unmount = () => page.unmount();
  const type = (name: string, value: string) => page.get(`input[name=${name}]`).setValue(value);
  const submit = async () => {
    await page.get('form').trigger('submit');
    await flushPromises();
    await vi.dynamicImportSettled();
    await flushPromises();
  };
  const logIn = async () => {
    await type('username', ' admin ');
    await type('password', ' secret ');
    await submit();
  };
  const focused = () => document.activeElement?.getAttribute('name');
  const place = () => router.currentRoute.value.fullPath;
  return { ...mounted, ...methods, type, submit, logIn, focused, place };
}

it('logs in with the trimmed name and the password as typed, and goes to the start', async () => {
  const { login, logIn, place } = await opened();
  await logIn();
  expect(login).toHaveBeenCalledExactlyOnceWith({ username: 'admin', password: ' secret ' });
  expect(place()).toBe('/');
});

it.each([
  ['%2Fusers%3Fa%3D1', '/users?a=1'],
  ['%2F%2Fevil.example', '/'],
  ['%2F%5Cevil.example', '/'],
  ['https%3A%2F%2Fevil.example', '/'],
])('goes on to the wished page of this platform only: %s', async (redirect, wanted) => {
  const { logIn, place } = await opened(`/login?redirect=${redirect}`);
  await logIn();
  expect(place()).toBe(wanted);
});

it('asks for what is missing, and sends nothing', async () => {
  const { login, submit, type, focused } = await opened();
  await submit();
  expect(focused()).toBe('username');
  await type('username', 'admin');
  await submit();
  expect(focused()).toBe('password');
  expect(login).not.toHaveBeenCalled();
});

it('shows why a login was refused, with what to do, and stays', async () => {
  const refusal = new ApiError({
    ...{ code: 'LOGIN_FAILED', status: 401, message: 'Wrong name or password.', fix: 'Try again.' },
  });
  const { page, logIn, place } = await opened('/login', { login: () => Promise.reject(refusal) });
  await logIn();
  const [message, fix] = page.get('[role=alert]').findAll('p');
  expect(message?.text()).not.toBe('');
  expect(fix?.text()).not.toBe('');
  expect(place()).toBe('/login');
});

it('logs in to the tenant of the link, or to one that is named', async () => {
  const linked = await opened('/login?tenant=000001');
  await linked.logIn();
  expect(linked.login).toHaveBeenCalledWith(expect.objectContaining({ tenantId: '000001' }));
  unmount?.();
  const { page, login, logIn, type } = await opened();
  expect(page.find('input[name=tenant]').exists()).toBe(false);
  await buttonOf(page, messages.otherTenant)?.trigger('click');
  expect(buttonOf(page, messages.otherTenant)).toBeUndefined();
  await type('tenant', ' ');
  await logIn();
  expect(login).toHaveBeenLastCalledWith({ username: 'admin', password: ' secret ' });
  await type('tenant', ' 000002 ');
  await logIn();
  expect(login).toHaveBeenLastCalledWith(expect.objectContaining({ tenantId: '000002' }));
});

it('takes the code of a second factor before it goes on', async () => {
  const step = { next: 'totp', ticket: 'half' };
  const { page, second, logIn, type, submit, place } = await opened('/login?redirect=/users', {
    login: async () => step,
  });
  await logIn();
  expect(page.find('input[name=username]').exists()).toBe(false);
  expect(place()).toContain('/login');
  await submit();
  expect(second).not.toHaveBeenCalled();
  await type('code', '123456');
  await submit();
  expect(second).toHaveBeenCalledExactlyOnceWith('half', '123456');
  expect(place()).toBe('/users');
});

it('shows the recovery codes of a new authenticator once, and then goes on', async () => {
  const { page, logIn, type, submit, place } = await opened('/login', {
    login: async () => ({ next: 'totp', ticket: 'half' }),
    second: async () => ({ recoveryCodes: ['aaaa-bbbb'] }),
  });
  await logIn();
  await type('code', '123456');
  await submit();
  expect(page.text()).toContain('aaaa-bbbb');
  expect(place()).toBe('/login');
  await page.get('.second-step > :last-child').trigger('click');
  await flushPromises();
  expect(place()).toBe('/');
});

it('replaces an expired password by one that was typed twice', async () => {
  const { page, renewPassword, logIn, type, submit, place } = await opened('/login', {
    login: async () => ({ next: 'password', ticket: 'old' }),
  });
  await logIn();
  await type('new-password', 'Violet-1');
  await type('repeat-password', 'Violet-2');
  expect(page.text()).toContain(messages.differs);
  await submit();
  expect(renewPassword).not.toHaveBeenCalled();
  await type('repeat-password', 'Violet-1');
  expect(page.text()).not.toContain(messages.differs);
  await submit();
  expect(renewPassword).toHaveBeenCalledExactlyOnceWith('old', 'Violet-1');
  expect(place()).toBe('/');
});

it('starts over with an empty password', async () => {
  const { page, logIn, focused } = await opened('/login', {
    login: async () => ({ next: 'totp', ticket: 'half' }),
  });
  await logIn();
  await buttonOf(page, messages.startOver)?.trigger('click');
  await flushPromises();
  expect(page.get<HTMLInputElement>('input[name=username]').element.value).toBe(' admin ');
  expect(page.get<HTMLInputElement>('input[name=password]').element.value).toBe('');
  expect(focused()).toBe('password');
});

it('goes on by itself when a login provider has sent the browser back', async () => {
  const { loginWith, place } = await opened('/login?oidc=corp&redirect=/users');
  expect(loginWith).toHaveBeenCalledExactlyOnceWith('corp');
  expect(place()).toBe('/users');
});

it('uses the answer of a login provider once, and ignores what is no name of one', async () => {
  const refused = await opened('/login?oidc=corp&redirect=/users', {
    loginWith: () => Promise.reject(new Error('too late')),
  });
  expect(refused.place()).toBe('/login?redirect=/users');
  unmount?.();
  const { loginWith } = await opened('/login?oidc=../x');
  expect(loginWith).not.toHaveBeenCalled();
});

it('offers login providers, of which one click chooses one', async () => {
  const providers = [
    { id: 'corp', name: 'Corp' },
    { id: 'other', name: 'Other' },
  ];
  const { page } = await opened('/login', {}, providers);
  const links = page.findAll('.providers a');
  expect(links.map((link) => link.text())).toEqual(['Log in with Corp', 'Log in with Other']);
  links[0]?.element.addEventListener('click', (event) => event.preventDefault());
  await links[0]?.trigger('click', { ctrlKey: true });
  expect(links[0]?.text()).toBe('Log in with Corp');
  await links[0]?.trigger('click');
  expect(links.map((link) => [link.text(), link.attributes('aria-disabled')])).toEqual([
    ['Going to Corp…', 'true'],
    ['Log in with Other', 'true'],
  ]);
  window.dispatchEvent(new Event('pageshow'));
  await flushPromises();
  expect(links[0]?.text()).toBe('Log in with Corp');
});

it('puts the focus into the field of the tenant, whose button goes away', async () => {
  const { page, focused } = await opened();
  await buttonOf(page, messages.otherTenant)?.trigger('click');
  await flushPromises();
  expect(focused()).toBe('tenant');
});

const refusing = (field: string) => () =>
  Promise.reject(
    new ApiError({ code: 'REFUSED', status: 400, message: 'Not this one.', details: { field } }),
  );

it.each([
  ['password', '', 'username', {}, { login: refusing('username') }],
  ['code', 'totp', 'code', { code: '123456' }, { second: refusing('code') }],
  [
    'new password',
    'password',
    'new-password',
    { 'new-password': 'short', 'repeat-password': 'short' },
    { renewPassword: refusing('newPassword') },
  ],
])('marks and selects what the host refuses of a %s, until it is changed', async (...given) => {
  const [, next, name, typed, service] = given;
  const login = async () => (next ? { next, ticket: 'half' } : undefined);
  const { page, type, submit, logIn, focused } = await opened('/login', { login, ...service });
  await logIn();
  for (const [field, value] of Object.entries(typed)) await type(field, value);
  if (next) await submit();
  const field = page.get<HTMLInputElement>(`input[name=${name}]`);
  expect(field.attributes('aria-invalid')).toBe('true');
  expect(page.get(`#${field.attributes('aria-describedby') ?? ''}`).text()).toBe('Not this one.');
  expect(focused()).toBe(name);
  await type(name, 'another');
  expect(field.attributes('aria-invalid')).not.toBe('true');
});
