import { flushPromises } from '@vue/test-utils';
import { beforeEach, expect, it, vi } from 'vitest';
import { h } from 'vue';
import { ApiError } from '@/shared/http';
import { mountFrame } from '../testing/mount-frame.ts';
import LockedPage from './LockedPage.vue';
beforeEach(() => localStorage.clear());

async function page(ways: () => Promise<object>) {
  const sessionService = {
    lockedPerson: () => ({ userName: 'ada', displayName: 'Ada' }),
    unlock: vi.fn(async (_proof: object) => undefined),
    logout: vi.fn(async () => undefined),
  };
  const mounted = await mountFrame(() => h(LockedPage), { http: { get: ways }, sessionService });
  await mounted.router.push('/locked?redirect=/tasks');
  await flushPromises();
  const field = () => document.querySelector<HTMLInputElement>('input[type=password]')!;
  async function enter(password: string) {
    field().value = password;
    field().dispatchEvent(new Event('input'));
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await flushPromises();
  }
  return { ...mounted, sessionService, enter };
}

it('design 15.7: a locked shell asks for the own password, and goes back to the page', async () => {
  const ways = async () => ({ password: true, code: false, providers: [] });
  const { sessionService, enter, router } = await page(ways);
  expect(document.body.textContent).toContain('Password of Ada');
  sessionService.unlock.mockRejectedValueOnce(new Error('PROOF_FAILED'));
  await enter('wrong');
  expect(router.currentRoute.value.path).toBe('/locked');
  expect(document.body.textContent).toContain('That did not work');
  await enter('right');
  expect(sessionService.unlock).toHaveBeenLastCalledWith({ password: 'right' });
  expect(router.currentRoute.value.path).toBe('/tasks');
});

it('a session that has ended meanwhile leads to the login', async () => {
  const ended = new ApiError({ status: 401, code: 'UNAUTHORIZED', message: 'ended' });
  const { sessionService } = await page(() => Promise.reject(ended));
  expect(sessionService.logout).toHaveBeenCalledTimes(1);
});
