import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import QuarantineBanner from './QuarantineBanner.vue';

const incident = {
  ...{ kind: 'blocked', durationMs: 12_000, at: '2026-11-24T10:00:00.000Z' },
  ...{ function: 'spin', place: 'src/loop.ts:7', message: null },
};

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(serving: boolean, permissions = ['app:install:edit']) {
  const loaded = Promise.withResolvers<void>();
  const post = vi.fn(() => loaded.promise);
  const quarantine = { version: '1.1.0', incident };
  const mounted = await mountPage(QuarantineBanner, {
    messages: { installed: messages },
    permissions,
    props: { appCode: 'notes', name: 'Notes', quarantine, serving },
    http: { post } as never,
  });
  unmount = () => mounted.page.unmount();
  return { ...mounted, post, loaded };
}

it('design 10.3: names the culprit of a quarantine, and loads the backend again on request', async () => {
  const { page, post, loaded, notices, refreshApps } = await shown(false);
  expect(page.text()).toMatch(/1\.1\.0.*spin.*src\/loop\.ts:7/s);
  await buttonOf(page, messages.quarantine.load)?.trigger('click');
  await flushPromises();
  expect(post).toHaveBeenCalledExactlyOnceWith('/app/runtime/applications/notes/load', {});
  expect(notices.shown.value).toEqual([]);
  loaded.resolve();
  await flushPromises();
  expect(notices.shown.value[0]?.tone).toBe('good');
  expect(refreshApps.count.value).toBe(1);
});

it('says why the backend could not be loaded', async () => {
  const { page, loaded, notices } = await shown(false);
  await buttonOf(page, messages.quarantine.load)?.trigger('click');
  loaded.reject(new Error('It hangs again.'));
  await flushPromises();
  expect(page.text()).toContain('It hangs again.');
  expect(notices.shown.value).toEqual([]);
});

it('loads nothing that still serves, nor for those who may not', async () => {
  const serving = await shown(true);
  expect(serving.page.text()).toContain(messages.quarantine.serving);
  expect(buttonOf(serving.page, messages.quarantine.load)).toBeUndefined();
  unmount?.();
  const { page } = await shown(false, []);
  expect(page.text()).toContain(messages.quarantine.text);
  expect(buttonOf(page, messages.quarantine.load)).toBeUndefined();
});
