import { flushPromises, mount } from '@vue/test-utils';
import { ElSelect } from 'element-plus';
import { beforeEach, expect, it } from 'vitest';
import { createTestRuntime } from '../testing/index.ts';
import { holdRuntime } from './runtime.ts';
import SearchFilter from './SearchFilter.vue';

const WORDS = { open: 'Open', done: 'Done' };
const show = (given: { text?: string; choice?: keyof typeof WORDS } = {}) =>
  mount(SearchFilter<keyof typeof WORDS>, {
    props: {
      textLabel: 'Title',
      choiceLabel: 'Status',
      choices: ['open', 'done'],
      choiceText: (choice: keyof typeof WORDS) => WORDS[choice],
      ...given,
    },
    attachTo: document.body,
  });

beforeEach(() => {
  document.body.innerHTML = '';
  holdRuntime(createTestRuntime({ code: 'notes' }));
});

it('searches for what was typed when it is asked for', async () => {
  const filter = show();
  await filter.get('input[aria-label="Title"]').setValue('milk');
  expect(filter.emitted('update:text')).toEqual([['milk']]);
  expect(filter.emitted('search')).toBeUndefined();
  await filter.get('form').trigger('submit');
  expect(filter.emitted('search')).toHaveLength(1);
});

it('searches at once for what was chosen, among the choices in words', async () => {
  const filter = show();
  await filter.get('.el-select__wrapper').trigger('click');
  await flushPromises();
  const options = [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  expect(options.map((option) => option.textContent.trim())).toEqual(['Open', 'Done']);
  options[1]?.click();
  await flushPromises();
  expect(filter.emitted('update:choice')).toEqual([['done']]);
  expect(filter.emitted('search')).toHaveLength(1);
  expect(filter.getComponent(ElSelect).get('input').attributes('aria-label')).toBe('Status');
});

it('offers to reset where something is searched, and empties both', async () => {
  expect(show().text()).not.toContain('Reset');
  const filter = show({ text: 'milk', choice: 'open' });
  await filter
    .findAll('button')
    .find((button) => button.text() === 'Reset')
    ?.trigger('click');
  expect(filter.emitted('update:text')).toEqual([[undefined]]);
  expect(filter.emitted('update:choice')).toEqual([[undefined]]);
  expect(filter.emitted('search')).toHaveLength(1);
});
