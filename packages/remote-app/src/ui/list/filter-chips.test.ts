import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import { mountPart } from '../testing/within-setup.ts';
import ChoiceFilter from './ChoiceFilter.vue';
import DataTable from './DataTable.vue';

afterEach(() => void (document.body.innerHTML = ''));

it('design 15.3: shows active filters as chips, and takes one away', async () => {
  const status = ref<number | undefined>(1);
  const range = ref<string | undefined>('7d');
  const filter = (label: string, model: typeof status | typeof range, values: object) =>
    h(ChoiceFilter as never, {
      label,
      ...values,
      modelValue: model.value,
      'onUpdate:modelValue': (value: never) => (model.value = value),
    });
  const page = defineComponent(
    () => () =>
      h(
        DataTable as never,
        {
          ...{ id: 'apps', label: 'Applications', rowKey: 'name' },
          columns: [{ key: 'name', label: 'Name' }],
          load: async () => ({ total: 1, rows: [{ name: 'hello' }] }),
        },
        {
          filters: () => [
            filter('State', status, { choices: [{ value: 1, label: 'Enabled' }] }),
            filter('Time', range, { choices: [{ value: '1h', label: 'Last hour' }], neutral: '7d' }),
          ],
        },
      ),
  );
  const wrapper = mountPart(page);
  await flushPromises();
  const chips = () => wrapper.findAll('.filter-chips button').map((chip) => chip.attributes('aria-label'));
  expect(chips()).toEqual(['Clear filter: State Enabled']);
  range.value = '1h';
  await flushPromises();
  expect(chips()).toEqual(['Clear filter: State Enabled', 'Clear filter: Time Last hour']);
  await wrapper.get('.filter-chips button').trigger('click');
  await wrapper.get('.filter-chips button').trigger('click');
  await flushPromises();
  expect([status.value, range.value]).toEqual([undefined, '7d']);
  expect(wrapper.find('.filter-chips').exists()).toBe(false);
});
