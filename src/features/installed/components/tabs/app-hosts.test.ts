import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { createI18n } from 'vue-i18n';
import { httpKey, type HttpClient } from '@/shared/http';
import messages from '../../i18n/en-US.ts';
import AppHosts from './AppHosts.vue';

async function shown(list: () => Promise<unknown>) {
  const i18n = createI18n({ legacy: false, locale: 'en-US', messages: { 'en-US': { installed: messages } } });
  const provide = {
    [httpKey as symbol]: { list } as unknown as HttpClient,
    [uiServicesKey as symbol]: createTestUiServices(createTestRuntime({ code: 'shell' })),
  };
  const wrapper = mount(AppHosts, { props: { appCode: 'hello' }, global: { plugins: [i18n], provide } });
  await flushPromises();
  return wrapper;
}

const node = (machine: string, change: object = {}) => ({
  nodeId: machine,
  machine,
  state: 'live',
  behind: [],
  ...change,
});

it('design 15.4: names the hosts that do not serve the application as installed', async () => {
  const rows = [node('one'), node('two', { behind: ['hello'] }), node('three', { state: 'gone' })];
  const wrapper = await shown(() => Promise.resolve({ total: 3, rows }));
  expect(wrapper.findAll('li').map((line) => line.text())).toEqual([
    'oneServes it',
    'twoDoes not serve it as installed yet',
    'threeDoes not answer',
  ]);
});

it('shows nothing for one host, and an error with a way to try again', async () => {
  const one = await shown(() => Promise.resolve({ total: 1, rows: [node('one')] }));
  expect(one.text()).toBe('');
  const list = vi.fn(() => Promise.resolve({ total: 2, rows: [node('one'), node('two')] }));
  list.mockRejectedValueOnce(new Error('The database is down.'));
  const wrapper = await shown(list);
  expect(wrapper.get('[role="alert"]').text()).toContain('The database is down.');
  await wrapper.get('.error-panel__actions button').trigger('click');
  await flushPromises();
  expect(wrapper.findAll('li')).toHaveLength(2);
});
