// @vitest-environment node
import { createTestRuntime } from '@platform/remote-app/testing';
import { expect, it } from 'vitest';
import install from './index.ts';
import { useItemForm } from './stores/item-form.ts';

it('opens the form of a new item from any page, for users who may add one', async () => {
  const runtime = createTestRuntime({ code: 'hello' });
  await install(runtime);
  const form = useItemForm(runtime.pinia);
  form.edited = { id: 1 } as typeof form.edited;

  expect(runtime.registered.map(({ permission }) => permission)).toEqual(['hello:item:add']);
  await runtime.registered[0]?.run();
  expect(runtime.visited).toEqual([{ view: 'list' }]);
  expect(form).toMatchObject({ open: true, edited: undefined });
});
