import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import Nodes from './list.vue';

const node = {
  ...{ nodeId: 'a', hostId: 'h-a', machine: 'host-1', pid: 4711, address: '', hostVersion: '1.0.0' },
  ...{ self: true, state: 'live', behind: [], clockOffsetMs: 0, poolSize: 10, trustedKeyIds: ['k1'] },
  ...{ startedAt: '2026-11-24T10:00:00.000Z', heartbeatAt: '2026-11-24T10:00:00.000Z' },
  ...{ convergedAt: null, memoryBytes: 1_048_576, heapBytes: 0, loopDelayMs: 2.4, cpuPercent: 7 },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('design 10.5: lists hosts with their load, anew every three seconds', async () => {
  const list = vi.fn(async () => ({
    total: 2,
    rows: [node, { ...node, nodeId: 'b', machine: 'host-2', self: false, behind: ['crm'] }],
  }));
  const { page } = await mountPage(Nodes, {
    messages: { nodes: messages },
    http: { list } as never,
    at: '/nodes/list',
  });
  await flushPromises();
  const [own, other] = page.findAll('tbody tr').map((row) => row.text().replaceAll(/\s+/g, ' '));
  expect(own).toMatch(/host-1 · this host.*Starting|host-1/);
  expect(own).toContain(messages.self);
  expect(own).toContain(messages.starting);
  expect(own).toContain(messages.current);
  expect(own).toMatch(/7 %.*2 ms/);
  expect(other).not.toContain(messages.self);
  expect(other).toContain('crm');
  expect(page.get('a.name').attributes('href')).toBe('/nodes/list/a');
  const before = list.mock.calls.length;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(list.mock.calls.length).toBe(before + 1);
  page.unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(list.mock.calls.length).toBe(before + 1);
});

it('design 10.2: says on the rows of two hosts that they share no Redis, until they do', async () => {
  let rows = [
    { ...node, cacheId: 'one' },
    { ...node, nodeId: 'b', machine: 'host-2', cacheId: 'another' },
    { ...node, nodeId: 'c', machine: 'host-3', cacheId: null },
  ];
  const { page } = await mountPage(Nodes, {
    messages: { nodes: messages },
    http: { list: async () => ({ total: 3, rows }) } as never,
    at: '/nodes/list',
  });
  await flushPromises();
  const conditions = () =>
    page.findAll('tbody tr').map((row) => row.findAll('td:not(.is-actions)').at(-1)?.text());
  const { current, remark } = messages;
  expect(conditions()).toEqual([remark.cache, remark.cache, current]);
  rows = rows.map((row) => ({ ...row, cacheId: 'one' }));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(conditions()).toEqual([current, current, current]);
  page.unmount();
});

it('shows where a host listens, and takes it out after the question', async () => {
  const other = { ...node, nodeId: 'b', machine: 'host-2', self: false, address: 'http://10.0.0.2' };
  const list = vi.fn(async () => ({ total: 2, rows: [node, other] }));
  const post = vi.fn(async () => null);
  const { page, confirm, notices } = await mountPage(Nodes, {
    messages: { nodes: messages },
    permissions: ['monitor:node:edit'],
    http: { list, post } as never,
    at: '/nodes/list',
  });
  await flushPromises();
  expect(page.findAll('tbody tr')[1]?.text()).toContain('http://10.0.0.2');
  await page.get('[aria-label="Take out: host-2"]').trigger('click');
  await flushPromises();
  const before = list.mock.calls.length;
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(post).toHaveBeenCalledExactlyOnceWith('/system/nodes/b/drain');
  expect(notices.shown.value[0]?.text).toContain('host-2');
  expect(list.mock.calls.length).toBe(before + 1);
  page.unmount();
});

it('offers to take out hosts in service alone, and nothing without the right', async () => {
  const rows = [node, { ...node, nodeId: 'b', machine: 'host-2', state: 'gone' }];
  const labels = async (permissions: string[]) => {
    const { page } = await mountPage(Nodes, {
      messages: { nodes: messages },
      permissions,
      http: { list: async () => ({ total: 2, rows }) } as never,
      at: '/nodes/list',
    });
    await flushPromises();
    const found = page.findAll('.row-actions button').map((button) => button.attributes('aria-label'));
    page.unmount();
    return found;
  };
  expect(await labels(['monitor:node:edit'])).toEqual(['Take out: host-1']);
  expect(await labels([])).toEqual([]);
});
