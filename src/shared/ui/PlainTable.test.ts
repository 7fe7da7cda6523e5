import { expect, it } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import PlainTable from './PlainTable.vue';

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
