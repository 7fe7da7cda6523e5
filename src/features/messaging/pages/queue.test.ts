import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import Queues from './list.vue';
import Queue from './queue.vue';

it('design 8.1: names how many dead letters the whole queue has, also those that are not shown', async () => {
  const letters = Array.from({ length: 200 }, (_none, at) => ({
    ...{ id: `letter-${at}`, reason: 'full', body: '{}', sender: null, tenantId: '000000' },
    sentAt: '2026-11-01T00:00:00.000Z',
  }));
  const get = vi.fn(async (url: string) =>
    url.endsWith('/dead') ? letters : { queues: [{ queue: 'mall.orders', deadLetters: 5_000 }] },
  );
  const { page, confirm } = await mountPage(Queue, {
    messages: { messaging: messages },
    props: { queue: 'mall.orders' },
    http: { get } as never,
    at: '/messaging/list/mall.orders',
  });
  await flushPromises();
  expect(page.text()).toContain('5,000');
  await page
    .findAll('button')
    .find((button) => button.text() === messages.discard.all)
    ?.trigger('click');
  expect(confirm.open.value?.title).toMatch(/5,?000/);
  page.unmount();
});

it('asks about one dead letter in words for one', async () => {
  const letter = { id: 'letter', reason: 'full', body: '{}', sender: null, tenantId: '000000' };
  const letters = [{ ...letter, sentAt: '2026-11-01T00:00:00.000Z' }];
  const get = async (url: string) =>
    url.endsWith('/dead') ? letters : { queues: [{ queue: 'mall.orders', deadLetters: 1 }] };
  const { page, confirm } = await mountPage(Queue, {
    messages: { messaging: messages },
    props: { queue: 'mall.orders' },
    http: { get } as never,
    at: '/messaging/list/mall.orders',
  });
  await flushPromises();
  await page
    .findAll('button')
    .find((button) => button.text() === messages.redeliver.all)
    ?.trigger('click');
  expect(confirm.open.value).toMatchObject({
    title: 'Send this dead letter again?',
    consequences: ['The listener gets it as a first attempt. If it fails again, it returns here.'],
  });
  page.unmount();
});

it('design 12: a queue without dead letters is opened, and says what waits for whom', async () => {
  const queue = { queue: 'mall.orders', messages: 3, deadLetters: 0, consumers: 0, appCode: 'mall' };
  const get = async (url: string) =>
    url.endsWith('/dead') ? [] : { kind: 'embedded', available: true, reason: null, queues: [queue] };
  const mount = (page: object, props: object, at: string) =>
    mountPage(page, {
      ...{ messages: { messaging: messages }, props, at, http: { get } as never },
      permissions: ['system:config:edit'],
    });
  const list = await mount(Queues, {}, '/messaging/list');
  await flushPromises();
  await list.page.get('button[aria-label="Open: mall.orders"]').trigger('click');
  await vi.waitFor(() => expect(list.router.currentRoute.value.path).toBe('/messaging/list/mall.orders'));
  list.page.unmount();
  const { page } = await mount(Queue, { queue: 'mall.orders' }, '/messaging/list/mall.orders');
  await flushPromises();
  expect(page.get('.messaging-facts').text()).toMatch(/Waiting\s*3.*Listener\s*mall/);
  expect(page.text()).toContain(messages.queue.idle);
  expect(page.text()).toContain(messages.queue.empty.waiting);
  page.unmount();
});
