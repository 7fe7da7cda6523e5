import type { PlatformNode } from '@platform/host-api';
import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import NodeDetail from './detail.vue';

const node = (changes: Partial<PlatformNode>): PlatformNode => ({
  ...{ nodeId: 'a', hostId: 'h-a', machine: 'host-1', pid: 4711, address: 'http://10.0.0.1:8080' },
  ...{ hostVersion: '1.0.0', self: true, state: 'live', behind: [], clockOffsetMs: 0, poolSize: 10 },
  ...{ startedAt: '2026-11-24T10:00:00.000Z', heartbeatAt: '2026-11-24T10:00:00.000Z', convergedAt: null },
  ...{ trustedKeyIds: ['k1'], cacheId: null, memoryBytes: 1, heapBytes: 0, loopDelayMs: 2, cpuPercent: 7 },
  ...changes,
});

async function shown(
  nodeId: string,
  rows: readonly PlatformNode[],
  permissions: string[],
  at = '/nodes/list/a',
) {
  const post = vi.fn(async () => null);
  const list = vi.fn(async (url: string) =>
    url === '/system/nodes'
      ? { total: rows.length, rows }
      : {
          total: 1,
          rows: [
            {
              incidentId: 1,
              at: '2026-11-24T10:00:00.000Z',
              appCode: 'crm',
              message: 'It hung.',
              suspects: [],
            },
          ],
        },
  );
  const mounted = await mountPage(NodeDetail, {
    messages: { nodes: messages },
    props: { nodeId },
    permissions,
    http: { post, list } as never,
    at,
  });
  return { ...mounted, post, list };
}

it('design 15.4: shows a host with its process, what sets it apart, and applications behind', async () => {
  const others = [node({ nodeId: 'b' }), node({ behind: ['crm'], clockOffsetMs: 9_000 })];
  const { page, titles } = await shown('a', others, []);
  expect(titles).toContain('host-1');
  expect(page.get('h1').text()).toBe('host-1');
  expect(page.text()).toContain('Clock 9 s off');
  expect(page.text()).toContain('4711');
  expect(page.get('a[href="/installed/list/crm"]').text()).toBe('crm');
  expect(page.findAll('button').some((button) => button.text() === 'Take out')).toBe(false);
  page.unmount();
});

it('design 15.4: returns a host that was taken out', async () => {
  const { page, post } = await shown('a', [node({ state: 'draining' })], ['monitor:node:edit']);
  await page
    .findAll('button')
    .find((button) => button.text() === 'Return')
    ?.trigger('click');
  await flushPromises();
  expect(post).toHaveBeenCalledWith('/system/nodes/a/return');
  page.unmount();
});

it('warns before the only host in service is taken out', async () => {
  const asked = async (...others: PlatformNode[]) => {
    const { page, confirm } = await shown('a', [node({}), ...others], ['monitor:node:edit']);
    await page
      .findAll('button')
      .find((button) => button.text() === 'Take out')
      ?.trigger('click');
    await flushPromises();
    page.unmount();
    return confirm.open.value;
  };
  const only = await asked(node({ nodeId: 'b', state: 'draining' }));
  expect(only).toMatchObject({ danger: true });
  expect(only?.consequences?.[0]).toBe(messages.drain.only);
  expect((await asked(node({ nodeId: 'b' })))?.consequences).toEqual([messages.drain.consequence]);
});

it('lists the incidents of this host only', async () => {
  const { page, list } = await shown('a', [node({})], ['app:install:list'], '/nodes/list/a?tab=incidents');
  await vi.waitFor(() => expect(page.text()).toContain('It hung.'));
  const asked = list.mock.calls.find(([url]) => url === '/app/incident/list') as unknown[];
  expect(asked[1]).toMatchObject({ host: 'h-a' });
  page.unmount();
});

it('says so when the host has gone', async () => {
  const { page } = await shown('z', [node({})], []);
  expect(page.text()).toContain('This host is no longer there');
  page.unmount();
});

it('reads the host anew while its page is open', async () => {
  vi.useFakeTimers();
  try {
    const { page, list } = await shown('a', [node({})], []);
    await vi.advanceTimersByTimeAsync(0);
    const reads = () => list.mock.calls.filter(([url]) => url === '/system/nodes').length;
    const before = reads();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reads()).toBe(before + 1);
    page.unmount();
  } finally {
    vi.useRealTimers();
  }
});

it('says why a host could not be taken out, and asks nothing', async () => {
  const { page, list, confirm, notices } = await shown('a', [node({})], ['monitor:node:edit']);
  list.mockRejectedValueOnce(new Error('The database is away.'));
  await page
    .findAll('button')
    .find((button) => button.text() === 'Take out')
    ?.trigger('click');
  await flushPromises();
  expect(confirm.open.value).toBeUndefined();
  expect(notices.shown.value[0]).toMatchObject({ tone: 'bad' });
  page.unmount();
});
