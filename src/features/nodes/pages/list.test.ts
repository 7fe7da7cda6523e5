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
