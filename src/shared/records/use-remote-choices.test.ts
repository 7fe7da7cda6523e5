import { flushPromises } from '@vue/test-utils';
import { ref } from 'vue';
import { expect, it, vi } from 'vitest';
import { withinSetup } from '../testing/within-setup.ts';
import { useRemoteChoices } from './use-remote-choices.ts';

const names = ['ada', 'bob', 'eve'];

it('finds choices on the server, and keeps those that are chosen or known', async () => {
  const chosen = ref<string[]>(['zoe']);
  const find = vi.fn(async (text: string) => names.filter((name) => name.includes(text)));
  const {
    result: { choices, search },
  } = withinSetup(() =>
    useRemoteChoices({
      find,
      keyOf: (name) => name,
      nameOf: (name) => name,
      chosen: () => chosen.value,
      known: () => ['zoe', 'old'],
    }),
  );
  await flushPromises();
  expect(choices.value).toEqual(['ada', 'bob', 'eve', 'zoe']);
  chosen.value = ['zoe', 'bob'];
  search(' a ');
  await flushPromises();
  expect(find.mock.lastCall?.[0]).toBe('a');
  expect(choices.value).toEqual(['ada', 'zoe', 'bob']);
});

it('keeps the choices where a search fails, and leaves a lazy one to its caller', async () => {
  const find = vi.fn(async (text: string) => {
    if (text === 'x') throw new Error('away');
    return names;
  });
  const {
    result: { choices, search, reload },
  } = withinSetup(() =>
    useRemoteChoices({ find, keyOf: (name) => name, nameOf: (name) => name, chosen: () => [], lazy: true }),
  );
  await flushPromises();
  expect(find).not.toHaveBeenCalled();
  await reload();
  search('x');
  await flushPromises();
  expect(choices.value).toEqual(names);
});

it('names chosen ones that no search has found, once', async () => {
  const chosen = ref<string[]>(['bob', 'zoe']);
  const name = vi.fn(async (keys: readonly string[]) => keys.filter((key) => key !== 'gone'));
  const {
    result: { choices },
  } = withinSetup(() =>
    useRemoteChoices({
      find: async () => names,
      keyOf: (each) => each,
      nameOf: (each) => each,
      chosen: () => chosen.value,
      name,
    }),
  );
  await flushPromises();
  expect(name.mock.calls.map(([keys]) => keys)).toEqual([['zoe']]);
  expect(choices.value).toEqual(['ada', 'bob', 'eve', 'zoe']);
  chosen.value = ['gone', 'zoe'];
  await flushPromises();
  expect(name.mock.lastCall?.[0]).toEqual(['gone']);
  expect(choices.value).toEqual(['ada', 'bob', 'eve', 'zoe']);
  expect(name).toHaveBeenCalledTimes(2);
});
