import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { ref } from 'vue';
import install from './index.ts';
import HostDemo from './views/HostDemo.vue';

type Handler = (payload: { kind: string; names: string[] }) => void;

async function start(answer: () => unknown = () => null) {
  const runtime = createTestRuntime({ code: 'hello', answer });
  const handlers = new Set<Handler>();
  Object.assign(runtime.events, {
    on(name: string, handler: Handler) {
      if (name === 'member:changed') handlers.add(handler);
      return () => handlers.delete(handler);
    },
  });
  await install(runtime);
  const tell: Handler = (payload) => handlers.forEach((handler) => handler(payload));
  return { runtime, tell, handlers };
}

it('greets new members, and nobody else', async () => {
  const { runtime, tell } = await start();
  tell({ kind: 'edited', names: ['Ada'] });
  tell({ kind: 'added', names: ['Grace'] });
  expect(runtime.said).toEqual(['Say hello to Grace!']);
});

it('requests the member again when members have changed, if it is shown', async () => {
  const name = ref('Ada');
  const { runtime, tell, handlers } = await start(() => name.value);
  const provide = { [uiServicesKey]: createTestUiServices(runtime) };
  const page = mount(HostDemo, { attachTo: document.body, global: { provide } });
  const card = page.findAll('section').at(-1);
  tell({ kind: 'edited', names: ['Ada'] });
  await flushPromises();
  expect(card?.text()).toContain('Not called yet.');
  await card?.get('form').trigger('submit');
  await flushPromises();
  expect(card?.text()).toContain('Ada');
  name.value = 'Ada Lovelace';
  tell({ kind: 'edited', names: ['Ada Lovelace'] });
  await flushPromises();
  expect(card?.text()).toContain('Ada Lovelace');
  page.unmount();
  expect(handlers.size).toBe(1);
});
