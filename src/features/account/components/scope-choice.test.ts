import { afterEach, expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import ScopeChoice from './ScopeChoice.vue';

const choices = ['*:*:*', 'system:dict:add', 'system:dict:list', 'system:user:list'];
const names = new Map([['system:dict:list', 'Dictionaries']]);

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(modelValue: readonly string[] = [], of: readonly string[] = choices) {
  const { page } = await mountPage(ScopeChoice, {
    messages: { account: messages },
    props: { modelValue, choices: of, names },
    http: {},
  });
  unmount = () => page.unmount();
  const boxes = () => page.findAll<HTMLInputElement>('input[type=checkbox]');
  const search = (text: string) => page.get('input[type=search]').setValue(text);
  const press = (text: string) => buttonOf(page, text)?.trigger('click');
  const chosen = () => page.emitted('update:modelValue')?.at(-1)?.[0];
  return { page, boxes, search, press, chosen };
}

it('selects all that the search shows, but never everything by the way', async () => {
  const { press, search, chosen } = await shown(['system:user:list']);
  await press(messages.tokens.all);
  expect(chosen()).toEqual(choices.slice(1));
  unmount?.();
  const searched = await shown(['system:user:list']);
  await searched.search('DICT');
  await searched.press(messages.tokens.all);
  expect(searched.chosen()).toEqual(choices.slice(1));
  await search('');
});

it('selects of a search only what it shows, and takes only that back', async () => {
  const { boxes, search, press, chosen } = await shown(['system:user:list']);
  await search('dictionaries');
  expect(boxes()).toHaveLength(1);
  await press(messages.tokens.all);
  expect(chosen()).toEqual(['system:dict:list', 'system:user:list']);
  await press(messages.tokens.none);
  expect(chosen()).toEqual(['system:user:list']);
});

it('chooses and takes one permission', async () => {
  const { boxes, chosen } = await shown(['system:user:list']);
  expect(boxes().map(({ element }) => element.checked)).toEqual([false, false, false, true]);
  await boxes()[1]?.setValue(true);
  expect(chosen()).toEqual(['system:dict:add', 'system:user:list']);
  await boxes()[3]?.setValue(false);
  expect(chosen()).toEqual(['system:dict:add']);
});

it('everything holds each permission, which then cannot be changed one by one', async () => {
  const { page, boxes, chosen } = await shown(['*:*:*']);
  expect(boxes().every(({ element }) => element.checked)).toBe(true);
  expect(boxes().map(({ element }) => element.disabled)).toEqual([false, true, true, true]);
  expect(buttonOf(page, messages.tokens.all)?.attributes('disabled')).toBeDefined();
  expect(page.get('[role=status]').text()).toBe('');
  await boxes()[0]?.setValue(false);
  expect(chosen()).toEqual([]);
});

it('counts what is selected, and says so where it is too much for one token', async () => {
  const many = Array.from({ length: 201 }, (_none, at) => `a:b:${at}`);
  const fits = await shown(many.slice(1), many.slice(0, 3));
  expect(fits.page.get('[role=status]').text()).toBe('200 of 3 selected');
  unmount?.();
  const { page } = await shown(many, many.slice(0, 3));
  expect(page.get('[role=status]').text()).toContain('at most 200');
});

it('says so where nothing matches, and where there is nothing to choose', async () => {
  const { page, boxes, search } = await shown();
  await search('nothing');
  expect(boxes()).toEqual([]);
  expect(page.text()).toContain(messages.tokens.noMatch);
  unmount?.();
  const none = await shown([], []);
  expect(none.page.text()).toBe(messages.tokens.noScopes);
});
