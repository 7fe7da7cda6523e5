import type { Offer } from '@platform/host-api';
import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { AppLine } from '../app-health.ts';
import messages from '../i18n/en-US.ts';
import AppList from './AppList.vue';
import OfferList from './OfferList.vue';
import PageLinks from './PageLinks.vue';

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

async function shown(component: object, props: object, permissions: string[] = []) {
  const { page } = await mountPage(component, {
    messages: { dashboard: messages },
    props,
    http: {},
    permissions,
  });
  return page;
}

it('shows twenty applications, and how many more there are', async () => {
  const apps = Array.from({ length: 22 }, (_, at) => ({ ...hello, code: `app-${at}` }));
  const page = await shown(AppList, { apps, offered: 0 });
  expect(page.findAll('li')).toHaveLength(21);
  expect(page.get('li:last-child').text()).toBe('and 2 more');
  page.unmount();
  const all = await shown(AppList, { apps: apps.slice(2), offered: 0 });
  expect(all.findAll('li')).toHaveLength(20);
  all.unmount();
});

it('offers an update to those who may upgrade, and names it to the others', async () => {
  const apps = [{ ...hello, installId: 1, update: '1.1.0' }];
  const own = await shown(AppList, { apps, offered: 0 }, ['app:install:edit']);
  expect(own.get('.app-list__update').attributes('href')).toBe('/installed/list/hello?upgrade');
  own.unmount();
  const other = await shown(AppList, { apps, offered: 0 });
  expect(other.find('.app-list__update').exists()).toBe(false);
  expect(other.text()).toContain('1.1.0');
  other.unmount();
  const failed = await shown(AppList, { apps: [{ ...apps[0], triedInVain: true }], offered: 0 }, [
    'app:install:edit',
  ]);
  expect(failed.find('.app-list__update').exists()).toBe(false);
  failed.unmount();
});

it('opens no application that is disabled', async () => {
  const page = await shown(AppList, { apps: [{ ...hello, health: 'disabled' }], offered: 0 });
  expect(page.findAll('a').map((link) => link.attributes('href'))).toEqual(['/installed/list']);
  page.unmount();
});

it('leads to the market where nothing is installed', async () => {
  const { none, noneOffered } = messages.apps;
  const page = await shown(AppList, { apps: [], offered: 0 });
  expect(page.text()).toContain(none);
  expect(page.text()).toContain(noneOffered);
  expect(page.findAll('a').map((link) => link.attributes('href'))).toContain('/market/list');
  page.unmount();
  const offered = await shown(AppList, { apps: [], offered: 3 });
  expect(offered.text()).not.toContain(noneOffered);
  offered.unmount();
});

it('lists pages with the group they stand in, or says that there are none', async () => {
  const menuPage = (title: string, group: string) => ({
    ...{ menuKey: `host:${title}`, path: `/${title}`, title, group: { title: group } },
  });
  const pages = [menuPage('Users', 'System'), menuPage('Market', 'Market')];
  const page = await shown(PageLinks, { title: 'Recent', pages, none: 'None yet.' });
  expect(page.findAll('a').map((link) => link.text())).toEqual(['UsersSystem', 'Market']);
  expect(page.text()).not.toContain('None yet.');
  page.unmount();
  const empty = await shown(PageLinks, { title: 'Recent', pages: [], none: 'None yet.' });
  expect(empty.find('ul').exists()).toBe(false);
  expect(empty.text()).toContain('None yet.');
  empty.unmount();
});
