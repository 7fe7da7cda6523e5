import { expect, it } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import PlainTable from './PlainTable.vue';

it('shows its rows, or why there are none', async () => {
  const wrapper = mountShared(PlainTable<{ name: string }>, {
    props: {
      label: 'Things',
      columns: [{ key: 'name', label: 'Name' }],
      rows: [{ name: 'a' }, { name: 'b' }],
      rowKey: ({ name }: { name: string }) => name,
      empty: 'None',
    },
  });
  expect(wrapper.findAll('td').map((cell) => cell.text())).toEqual(['a', 'b']);
  await wrapper.setProps({ rows: [] });
  expect(wrapper.text()).toBe('None');
});

it('findings: interface: a column without a heading has none that is empty', () => {
  const wrapper = mountShared(PlainTable<{ name: string }>, {
    props: {
      label: 'Routes',
      columns: [
        { key: 'name', label: 'Name' },
        { key: 'try', label: '' },
      ],
      rows: [{ name: 'list' }],
      rowKey: ({ name }: { name: string }) => name,
      empty: 'None',
    },
  });
  expect(wrapper.findAll('thead th').map((head) => head.text())).toEqual(['Name']);
  expect(wrapper.findAll('thead td')).toHaveLength(1);
  expect(wrapper.find('[role=region]').exists()).toBe(false);
});

it('design 15.8: a pressed head puts the greatest first, and a second press gives the order back', async () => {
  const rows = ['list', 'slow', 'get'].map((name, at) => ({ name, p95: [20, 900, 3][at] ?? 0 }));
  const wrapper = mountShared(PlainTable<{ name: string; p95: number }>, {
    props: {
      label: 'Routes',
      columns: [
        { key: 'name', label: 'Name' },
        { key: 'p95', label: 'p95' },
      ],
      rows,
      rowKey: ({ name }: { name: string }) => name,
      empty: 'None',
      orders: { p95: ({ p95 }: { p95: number }) => p95 },
    },
  });
  const names = () => wrapper.findAll('tbody tr').map((row) => row.get('td').text());
  const head = wrapper.findAll('th')[1];
  expect(wrapper.findAll('th button')).toHaveLength(1);
  expect([names(), head?.attributes('aria-sort')]).toEqual([['list', 'slow', 'get'], 'none']);
  await head?.get('button').trigger('click');
  expect([names(), head?.attributes('aria-sort')]).toEqual([['slow', 'list', 'get'], 'descending']);
  await head?.get('button').trigger('click');
  expect(names()).toEqual(['list', 'slow', 'get']);
});
