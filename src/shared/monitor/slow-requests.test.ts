import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import type { SlowRequest } from '@platform/host-api';
import { mountPage } from '../testing/mount-page.ts';
import SlowRequests from './SlowRequests.vue';

const request: SlowRequest = {
  ...{ time: '2026-11-26T10:00:00.000Z', nodeId: 'a', application: 'crm', method: 'GET', uri: '/crm/items' },
  ...{ status: 200, durationMs: 2_000, statements: 40, statementMs: 1_800, longest: 'ItemMapper.select' },
  ...{ longestMs: 900, requestId: 'r-1' },
};

async function shown(rows: readonly SlowRequest[], props: object = {}) {
  const get = vi.fn(async (_path: string, _options: { params: Record<string, unknown> }) => rows);
  const { page } = await mountPage(SlowRequests, { messages: {}, http: { get } as never, props });
  return { page, params: () => get.mock.lastCall?.[1].params ?? {} };
}

it('design 12: says of each slow request what took its time, with a way to its log', async () => {
  const { page } = await shown([
    request,
    { ...request, requestId: 'r-2', statementMs: 300, statements: 1 },
    { ...request, requestId: 'r-3', application: '', uri: '/system/user/list', longest: 'select sys_user' },
  ]);
  const cells = page.findAll('tbody tr').map((row) => row.findAll('td').map((cell) => cell.text()));
  expect(cells.map((row) => row.slice(1, 5))).toEqual([
    ['crm', 'GET /crm/items', '2 s', '1.8 s in 40 statements, most of it in ItemMapper.select'],
    ['crm', 'GET /crm/items', '2 s', '1.7 s outside of statements: in its own code, or waiting'],
    [
      ...['The platform', 'GET /system/user/list', '2 s'],
      '1.8 s in 40 statements, most of it in select sys_user',
    ],
  ]);
  expect(page.get('tbody a').attributes('href')).toBe('/logs/list?requestId=r-1');
  page.unmount();
});

it('shows the last hour, the last day, or the time around a moment, of one application', async () => {
  const { page, params } = await shown([], { appCode: 'crm', nodeId: 'a' });
  const lengthMin = () =>
    (Date.parse(String(params()['to'])) - Date.parse(String(params()['from']))) / 60_000;
  expect(params()).toEqual({ appCode: 'crm', nodeId: 'a' });
  await page.findAll('[aria-pressed]')[1]?.trigger('click');
  await flushPromises();
  expect(Date.now() - Date.parse(String(params()['from']))).toBeLessThan(25 * 3_600_000);
  expect(params()['to']).toBeUndefined();
  const around = await vi.waitUntil(() => {
    const found = page.find('input[aria-label=Around]');
    return found.exists() && found;
  });
  await around.setValue('10:00');
  await around.trigger('change');
  await flushPromises();
  expect(lengthMin()).toBe(20);
  expect(page.text()).toContain('No request took longer');
  page.unmount();
});
