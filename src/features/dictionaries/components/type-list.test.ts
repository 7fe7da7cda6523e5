import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import TypeList from './TypeList.vue';

const type = (dictId: number, change: object = {}) => ({
  ...{ dictId, dictName: `Name ${dictId}`, dictType: `type_${dictId}`, status: 1 },
  ...change,
});

async function shown(props: object) {
  const { page } = await mountPage(TypeList, {
    messages: { dictionaries: messages },
    props: { types: [], total: 0, chosen: undefined, search: undefined, actions: () => [], ...props },
    http: {},
  });
  return page;
}

it('lists dictionaries, of which one is chosen', async () => {
  const types = [type(1), type(2, { status: 0 })];
  const page = await shown({ types, total: 2, chosen: 'type_2' });
  const rows = page.findAll('li');
  expect(rows.map((row) => row.get('button').attributes('aria-current'))).toEqual([undefined, 'true']);
  expect(rows.map((row) => row.text().includes(messages.disabled))).toEqual([false, true]);
  expect(page.find('.none').exists()).toBe(false);
  await rows[0]?.get('button').trigger('click');
  expect(page.emitted('choose')).toEqual([[types[0]]]);
  page.unmount();
});

it('says that there are none, or how many are not listed', async () => {
  const none = await shown({});
  expect(none.findAll('.none').map((line) => line.text())).toEqual([messages.none]);
  none.unmount();
  const page = await shown({ types: [type(1)], total: 4 });
  expect(page.findAll('.none').map((line) => line.text())).toEqual([messages.more.replace('{count}', '3')]);
  page.unmount();
});
