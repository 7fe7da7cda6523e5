import type { Offer } from '@platform/host-api';
import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { AppLine } from '../app-health.ts';
import messages from '../i18n/en-US.ts';
import AppList from './AppList.vue';
import OfferList from './OfferList.vue';

async function linksOf(component: object, props: object) {
  const { page } = await mountPage(component, { messages: { dashboard: messages }, props, http: {} });
  const links = page.findAll('a').map((link) => [link.attributes('aria-label'), link.attributes('href')]);
  page.unmount();
  return links;
}
const hello: AppLine = { code: 'hello', name: 'Hello', version: '1.0.0', health: 'enabled' };

it('design 15.8: an application is opened, and managed, with one press', async () => {
  expect(await linksOf(AppList, { apps: [{ ...hello, installId: 1 }], offered: 1 })).toEqual([
    [undefined, '/installed/list'],
    [undefined, '/hello/items'],
    ['Manage Hello', '/installed/list/hello'],
  ]);
});

it('counts one call, and no errors', async () => {
  const traffic = [{ appCode: 'hello', requests: [1], total: { requests: 1, errors: 0 } }];
  const { page } = await mountPage(AppList, {
    messages: { dashboard: messages },
    props: { apps: [hello], offered: 1, traffic },
    http: {},
  });
  expect(page.text()).toMatch(/1 call · ?\s*0 errors/);
  page.unmount();
});

it('offers no page of installations to those who do not see them', async () => {
  const links = await linksOf(AppList, { apps: [hello], offered: 1 });
  expect(links.map(([, path]) => path)).not.toContain('/installed/list/hello');
});

it('design 15.8: the plan of an installation is one press away', async () => {
  const offer = { appCode: 'member', name: 'Members', latestVersion: '1.0.0', icon: null } as Offer;
  expect(await linksOf(OfferList, { offers: [offer] })).toEqual([
    [undefined, '/market/list?show=available'],
    ['Install Members 1.0.0', '/market/list/member?install'],
  ]);
});
