import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../../i18n/en-US.ts';
import ContentsTab from './ContentsTab.vue';

async function shown(permissions: string[]) {
  const get = vi.fn(async (address: string) =>
    address.endsWith('/roles')
      ? [{ roleId: 4, roleName: 'Clerks', menuKeys: ['hello:items'] }]
      : {
          migrations: [],
          menus: [{ menuKey: 'hello:items', parentKey: null, menuName: 'Items', menuType: 'C' }],
        },
  );
  const mounted = await mountPage(ContentsTab, {
    messages: { installed: messages },
    props: { appCode: 'hello', part: 'menus' },
    permissions,
    http: { get } as never,
  });
  return { ...mounted, asked: () => get.mock.calls.map(([address]) => address) };
}
const of = (appCode: string, what: string) => `/app/runtime/applications/${appCode}/${what}`;

it('shows the menus of an application with the roles that have them, and those of the next one', async () => {
  const { page, asked } = await shown(['system:role:list']);
  expect(page.text()).toContain('Items');
  expect(page.text()).toContain('Clerks');
  await page.setProps({ appCode: 'member' });
  await flushPromises();
  expect(asked().sort()).toEqual(
    ['hello', 'member'].flatMap((code) => [of(code, 'contents'), of(code, 'roles')]),
  );
  page.unmount();
});

it('asks for no roles on behalf of people who may not list them', async () => {
  const { page, asked } = await shown([]);
  expect(page.text()).toContain('Items');
  expect(asked()).toEqual([of('hello', 'contents')]);
  page.unmount();
});
