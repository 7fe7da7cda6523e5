import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '@vue/test-utils';
import { defineComponent, h, shallowRef } from 'vue';
import { mountPart } from '../testing/within-setup.ts';
import ChoiceFilter from './ChoiceFilter.vue';
import FilterFields from './FilterFields.vue';
import SearchField from './SearchField.vue';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

function show(values: Record<string, unknown>, further = true) {
  const filters = shallowRef(values);
  const fields = () => [
    h(SearchField, { label: 'Name', modelValue: filters.value['name'] as string }),
    ...(further
      ? [h(ChoiceFilter, { label: 'State', choices: [], modelValue: filters.value['state'] as string })]
      : []),
  ];
  const List = defineComponent(() => () => h(FilterFields, { values: filters.value }, fields));
  const wrapper = mountPart(List);
  return {
    filters,
    button: () => wrapper.find('.filter-fields > button'),
    further: () => wrapper.get<HTMLElement>('.filter-fields__further'),
    first: () => wrapper.get('.filter-fields > :first-child'),
  };
}

describe('FilterFields on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });

  it('keeps the first field, and shows the others at the press of a button', async () => {
    const { button, further, first } = show({});
    expect(first().classes()).toContain('search-field');
    expect(button().text()).toBe('Filters');
    expect(button().attributes('aria-expanded')).toBe('false');
    expect(further().attributes()).toHaveProperty('hidden');
    await button().trigger('click');
    expect(button().attributes('aria-expanded')).toBe('true');
    expect(further().attributes()).not.toHaveProperty('hidden');
    expect(further().find('.choice-filter').exists()).toBe(true);
  });

  it('counts those that are set, of which the first one is none: it can be seen', async () => {
    const { button, filters } = show({ name: 'h', state: undefined });
    expect(button().text()).toBe('Filters');
    filters.value = { name: 'h', state: 'on' };
    await flushPromises();
    expect(button().text()).toBe('Filters (1)');
    filters.value = { name: '', state: 'on' };
    await flushPromises();
    expect(button().text()).toBe('Filters (1)');
  });

  it('has nothing to fold for one field', () => {
    expect(show({ name: 'h' }, false).button().exists()).toBe(false);
  });
});

it('shows all fields in a wide window', () => {
  const { button, further } = show({ state: 'on' });
  expect(button().exists()).toBe(false);
  expect(further().attributes()).not.toHaveProperty('hidden');
});
