import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { createI18n } from 'vue-i18n';
import { createMemoryHistory, createRouter } from 'vue-router';
import { httpKey, type HttpClient } from '@/shared/http';
import shared from '@/shared/i18n/messages/en-US';
import { navigationKey } from '@/shared/page';
import { useSessionStore } from '@/shared/session';
import messages from '../i18n/en-US.ts';
import FileMoves from './FileMoves.vue';

const move = (moveId: number, state: string, error: string | null = null) => ({
  ...{ moveId, from: 'local', to: 'minio', state, total: 10, moved: 4, failed: 0, error },
});

async function shown(permissions: string[]) {
  const pinia = createPinia();
  useSessionStore(pinia).profile = { permissions } as never;
  const i18n = createI18n({
    legacy: false,
    locale: 'en-US',
    messages: { 'en-US': { tasks: messages, shared } },
  });
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)', component: { render: () => null } }],
  });
  const get = vi.fn(async () => [
    move(3, 'running'),
    move(2, 'failed', 'The bucket is gone.'),
    move(1, 'done'),
  ]);
  const provide = {
    [httpKey as symbol]: { get } as unknown as HttpClient,
    [navigationKey as symbol]: { pagePath: (page: string) => `/${page.slice(5)}` },
  };
  const wrapper = mount(FileMoves, { global: { plugins: [pinia, i18n, router], provide } });
  await flushPromises();
  return { wrapper, get };
}

it('design 12.1-8: moves of files that go on or have failed are seen among the tasks', async () => {
  const { wrapper } = await shown(['system:ossConfig:list']);
  const lines = wrapper.findAll('li');
  expect(lines).toHaveLength(2);
  expect(lines[0]?.text()).toContain('Move files from local to minio');
  expect(lines[0]?.text()).toContain('4 of 10 files');
  expect(lines[1]?.text()).toContain('The bucket is gone.');
  expect(lines[0]?.get('a').attributes('href')).toBe('/files/storages');
  wrapper.unmount();
});

it('asks for none without the right to see storages', async () => {
  const { wrapper, get } = await shown([]);
  expect(get).not.toHaveBeenCalled();
  expect(wrapper.find('ul').exists()).toBe(false);
  wrapper.unmount();
});
