import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import LinkedSection from './LinkedSection.vue';

const account = {
  ...{ identityId: 3, provider: 'corp', providerName: 'Corp', subject: 'ada', available: true },
  ...{ since: '2026-01-01T00:00:00.000Z', lastUsed: null },
};
const providers = [
  { id: 'corp', name: 'Corp' },
  { id: 'other', name: 'Other' },
];

async function shown(data: object, at = '/account') {
  const linked = {
    list: vi.fn(async () => ({ accounts: [], providers: [], password: true, ...data })),
    begin: vi.fn(() => Promise.reject(new Error('away'))),
    finish: vi.fn(async () => undefined),
    remove: vi.fn(async () => undefined),
  };
  const mounted = await mountPage(LinkedSection, {
    messages: { account: messages },
    props: { api: { linked } },
    http: {},
    at,
  });
  await flushPromises();
  return { ...mounted, linked, place: () => mounted.router.currentRoute.value.fullPath };
}

it('is absent where there is no login provider', async () => {
  const { page } = await shown({});
  expect(page.text()).toBe('');
  page.unmount();
});

it('shows linked accounts, and offers to link the other providers', async () => {
  const { page } = await shown({ accounts: [account], providers });
  expect(page.text()).toContain('Corp · ada');
  expect(page.text()).not.toContain(messages.linked.gone);
  expect(page.text()).not.toContain(messages.linked.noPassword);
  const link = (name: string) => buttonOf(page, messages.linked.link.replace('{name}', name));
  expect([link('Corp'), link('Other')]).toEqual([undefined, expect.anything()]);
  page.unmount();
  const gone = { ...account, available: false };
  const { page: other } = await shown({ accounts: [gone], providers: [], password: false });
  expect(other.text()).toContain(messages.linked.gone);
  expect(other.text()).toContain(messages.linked.noPassword);
  other.unmount();
});

it('finishes a link when the provider has sent the browser back', async () => {
  const { page, linked, notices, place } = await shown({ providers }, '/account?oidc=corp&tab=logins');
  expect(linked.finish).toHaveBeenCalledExactlyOnceWith('corp');
  expect(place()).toBe('/account?tab=logins');
  expect(notices.shown.value[0]?.text).toBe(messages.linked.done);
  expect(linked.list).toHaveBeenCalledTimes(2);
  page.unmount();
});

it('ignores what is no name of a provider', async () => {
  const { page, linked } = await shown({ providers }, '/account?oidc=../x');
  expect(linked.finish).not.toHaveBeenCalled();
  page.unmount();
});

it('says why a link could not begin', async () => {
  const { page } = await shown({ providers });
  await buttonOf(page, messages.linked.link.replace('{name}', 'Other'))?.trigger('click');
  await flushPromises();
  expect(page.text()).toContain(messages.linked.failed);
  page.unmount();
});

it('unlinks an account after the question', async () => {
  const { page, linked, confirm, notices } = await shown({ accounts: [account], providers });
  await buttonOf(page, messages.linked.unlink.short)?.trigger('click');
  confirm.open.value?.answer(false);
  await flushPromises();
  expect(notices.shown.value).toEqual([]);
  await buttonOf(page, messages.linked.unlink.short)?.trigger('click');
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(linked.remove).toHaveBeenCalledExactlyOnceWith(3);
  expect(notices.shown.value[0]?.tone).toBe('good');
  expect(linked.list).toHaveBeenCalledTimes(2);
  page.unmount();
});
