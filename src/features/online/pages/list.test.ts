import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf, chooseInRow } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import Sessions from './list.vue';

const session = (sessionId: number, userName: string, current = false) => ({
  ...{ sessionId, userId: sessionId * 10, userName, current, ip: '192.0.2.7', userAgent: 'curl/8' },
  ...{ createTime: '2026-11-24T10:00:00.000Z', lastSeen: '2026-11-24T10:00:00.000Z' },
  expires: '2026-11-25T10:00:00.000Z',
});

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function listed(permissions = ['system:online:remove']) {
  const rows = [session(1, 'ada', true), session(2, 'bob'), session(3, 'eve')];
  const http = {
    list: vi.fn(async () => ({ total: rows.length, rows })),
    delete: vi.fn(async () => ({ changed: 2 })),
  };
  const mounted = await mountPage(Sessions, {
    messages: { online: messages },
    permissions,
    http: http as never,
  });
  unmount = () => mounted.page.unmount();
  const agree = async () => {
    await mounted.confirm.open.value?.run?.();
    mounted.confirm.open.value?.answer(true);
    await flushPromises();
  };
  return { ...mounted, http, agree };
}

it('marks the own session, which no list ends', async () => {
  const { page } = await listed();
  expect(page.findAll('tbody tr').map((row) => row.text().includes(messages.current))).toEqual([
    ...[true, false, false],
  ]);
  const labels = page.findAll('[aria-label^="End:"]').map((button) => button.attributes('aria-label'));
  expect(labels).toEqual(['End: bob', 'End: eve']);
});

it('ends a session after the question, tells how many ended, and lists anew', async () => {
  const { page, http, confirm, notices, agree } = await listed();
  await page.get('[aria-label="End: bob"]').trigger('click');
  expect(confirm.open.value).toMatchObject({ title: 'End the session of bob?', danger: true });
  expect(http.delete).not.toHaveBeenCalled();
  await agree();
  expect(http.delete).toHaveBeenCalledExactlyOnceWith('/system/online/2');
  expect(notices.shown.value[0]?.text).toBe('2 sessions have ended.');
  expect(http.list).toHaveBeenCalledTimes(2);
});

it('ends all sessions of a user', async () => {
  const { page, http, agree } = await listed();
  await chooseInRow(page, 'eve', 'End all of eve');
  await agree();
  expect(http.delete).toHaveBeenCalledExactlyOnceWith('/system/online/user/30');
});

it('leaves the own session out of those that are chosen', async () => {
  const { page, http, confirm, agree } = await listed();
  for (const box of page.findAll('tbody input[type=checkbox]')) await box.setValue(true);
  await buttonOf(page, messages.end.some.action)?.trigger('click');
  expect(confirm.open.value?.title).toBe('End 2 sessions?');
  await agree();
  expect(http.delete).toHaveBeenCalledExactlyOnceWith('/system/online/2,3');
});

it('changes nothing where the question is declined, and offers nothing without the right', async () => {
  const { page, http, confirm, notices } = await listed();
  await page.get('[aria-label="End: bob"]').trigger('click');
  confirm.open.value?.answer(false);
  await flushPromises();
  expect(notices.shown.value).toEqual([]);
  expect(http.list).toHaveBeenCalledOnce();
  unmount?.();
  const { page: other } = await listed([]);
  expect(other.findAll('tbody input[type=checkbox], .row-actions button')).toEqual([]);
});
