import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
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

it('clears all filters behind the chips, so that the line of fields does not break', async () => {
  const cleared = vi.fn();
  const page = defineComponent(
    () => () =>
      h(
        DataTable as never,
        {
          ...{ id: 'apps', label: 'Applications', rowKey: 'name', filters: { status: 1 } },
          columns: [{ key: 'name', label: 'Name' }],
          load: async () => ({ total: 1, rows: [{ name: 'hello' }] }),
          'onUpdate:filters': cleared,
        },
        {
          filters: () =>
            h(ChoiceFilter as never, {
              ...{ label: 'State', choices: [{ value: 1, label: 'Enabled' }], modelValue: 1 },
            }),
        },
      ),
  );
  const wrapper = mountPart(page);
  await flushPromises();
  const all = wrapper.findAll('button').filter((button) => button.text() === 'Clear filters');
  expect(all).toHaveLength(1);
  expect(all[0]?.element.closest('.filter-chips')).not.toBeNull();
  await all[0]?.trigger('click');
  expect(cleared).toHaveBeenCalledWith({ status: undefined });
});
