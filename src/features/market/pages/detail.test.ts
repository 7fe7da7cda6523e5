import type { OfferDetail } from '@platform/host-api';
import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import MarketDetail from './detail.vue';

const member = {
  ...{ appId: 1, appCode: 'member', name: 'Members', icon: null, author: null, description: null },
  ...{ latestVersion: '1.0.0', signatureState: 'signed', state: 'notInstalled', homepage: null },
  ...{ category: null, versions: [], manifest: null, needed: [] },
} as unknown as OfferDetail;

async function panelOf(at: string, offer: Partial<OfferDetail>, permissions = ['app:install:add']) {
  const { page, router } = await mountPage(MarketDetail, {
    messages: { market: messages },
    props: { appCode: 'member' },
    permissions,
    http: { get: async () => ({ ...member, ...offer }) } as never,
    at,
  });
  const title = document.querySelector('[role=dialog]')?.getAttribute('aria-label');
  const address = router.currentRoute.value.fullPath;
  page.unmount();
  return { title, address };
}

it('design 15.8: shows the plan at once where the dashboard asks for it', async () => {
  expect(await panelOf('/market/member?install', {})).toEqual({
    title: 'Install Members 1.0.0',
    address: '/market/member',
  });
});

it('shows the plan only to those who may install what is not there yet', async () => {
  const without = { title: undefined, address: '/market/member' };
  expect(await panelOf('/market/member', {})).toEqual(without);
  expect(await panelOf('/market/member?install', {}, [])).toEqual(without);
  const there = { state: 'installed', installId: 4, installedVersion: '1.0.0' } as const;
  expect(await panelOf('/market/member?install', there)).toEqual(without);
});
