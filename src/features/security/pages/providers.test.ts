import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import type { ConfiguredProvider, ProviderCheck } from '../api/security-api.ts';
import ProviderCard from '../components/ProviderCard.vue';
import messages from '../i18n/en-US.ts';
import Providers from './providers.vue';

const provider = {
  ...{ id: 'corp', name: 'Corp', issuer: 'https://login.example', clientId: 'platform' },
  ...{ secretSet: true, redirectAddress: '/callback', logout: true, logoutAddress: '/logged-out' },
  ...{ backchannelAddress: '/backchannel', tenant: '000000', match: 'user-name', create: false },
  ...{ roles: [{ claim: 'staff', role: 'clerk' }], secondFactor: true },
} as Partial<ConfiguredProvider> as ConfiguredProvider;

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(rows: readonly object[], permissions: string[] = []) {
  const { page } = await mountPage(Providers, {
    messages: { security: messages },
    permissions,
    http: { get: vi.fn(async () => rows), list: vi.fn(async () => ({ total: rows.length, rows })) } as never,
  });
  unmount = () => page.unmount();
  return page;
}

async function card(change: Partial<ConfiguredProvider>, check: () => Promise<Partial<ProviderCheck>>) {
  const { page } = await mountPage(ProviderCard, {
    messages: { security: messages },
    permissions: ['system:loginProvider:query'],
    props: { provider: { ...provider, ...change }, check },
    http: {},
  });
  unmount = () => page.unmount();
  return page;
}

async function checked(change: Partial<ConfiguredProvider>, answer: Partial<ProviderCheck>) {
  const page = await card(change, async () => answer);
  await buttonOf(page, messages.providers.check)?.trigger('click');
  await flushPromises();
  const lines = page.findAll('[aria-live] p').map((line) => line.text());
  page.unmount();
  return lines;
}

it('shows each login provider, or how to configure one', async () => {
  const none = await shown([]);
  expect(none.text()).toContain(messages.providers.empty.title);
  none.unmount();
  const page = await shown([provider, { ...provider, id: 'other', name: 'Other' }]);
  expect(page.findAll('h2').map((name) => name.text())).toEqual(['Corp', 'Other']);
  expect(page.text()).not.toContain(messages.providers.empty.title);
  expect(buttonOf(page, messages.providers.check)).toBeUndefined();
});

it('tells how a provider is configured', async () => {
  const text = async (change: Partial<ConfiguredProvider>) => {
    const page = await card(change, async () => ({}));
    const found = page.text();
    page.unmount();
    return found;
  };
  const { secret, noSecret, create, noCreate, both, own, logout, roles } = messages.providers;
  const full = await text({});
  for (const words of [secret, noCreate, both, logout, roles, 'staff → clerk']) expect(full).toContain(words);
  const other = { secretSet: false, create: true, secondFactor: false, logout: false, roles: [] };
  const bare = await text(other);
  for (const words of [noSecret, create, own]) expect(bare).toContain(words);
  expect(bare).not.toContain('/logged-out');
  expect(bare).not.toContain('→');
});

it('tells whether a provider answers, and what it lacks', async () => {
  const { answers, noPkce, noLogout } = messages.providers;
  const good = { reached: true, pkce: true, endsSessions: true };
  expect(await checked({}, good)).toEqual([answers]);
  expect(await checked({}, { ...good, pkce: false })).toEqual([answers, noPkce]);
  expect(await checked({}, { ...good, endsSessions: false })).toEqual([answers, noLogout]);
  expect(await checked({ logout: false }, { ...good, endsSessions: false })).toEqual([answers]);
  const [away, ...more] = await checked({}, { reached: false, problem: 'No such host.' });
  expect(away).toContain('No such host.');
  expect(more).toEqual([]);
});
