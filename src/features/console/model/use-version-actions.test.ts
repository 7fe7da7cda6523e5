import type { CountedListing, NotedVersion } from '@platform/host-api';
import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import { useVersionActions } from './use-version-actions.ts';

const app = { appId: 3, appCode: 'crm', name: 'CRM', status: 0, latestVersion: null } as CountedListing;
const version = { versionId: 9, version: '1.0.0', status: 0 } as NotedVersion;

async function actions(permissions: string[]) {
  const post = vi.fn(async (_path: string) => undefined);
  const changed = vi.fn(async () => undefined);
  let found: ReturnType<typeof useVersionActions> | undefined;
  const mounted = await mountPage(
    {
      setup() {
        found = useVersionActions(changed);
        return () => null;
      },
    },
    { messages: { console: messages }, permissions, http: { post } as never },
  );
  const action = (of = app) =>
    found?.actionsOf(of, version).find(({ key, when }) => key === 'publishAndList' && when !== false);
  return { ...mounted, post, changed, action };
}

it('publishes and lists by one confirmation; tried again, it goes on where it failed', async () => {
  const { post, changed, action, confirm, notices } = await actions(['app:console:edit']);
  post.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('away'));
  action()?.run?.();
  await flushPromises();
  expect(confirm.open.value?.title).toBe('Publish CRM 1.0.0, and list CRM?');
  await expect(confirm.open.value?.run?.()).rejects.toThrow('away');
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(post.mock.calls.map(([path]) => path)).toEqual([
    '/app/version/9/publish',
    '/app/console/3/status',
    '/app/console/3/status',
  ]);
  expect(changed).toHaveBeenCalledOnce();
  expect(notices.shown.value[0]?.text).toBe('CRM 1.0.0 is published, and CRM is listed.');
});

it('shows what was published where the listing was given up', async () => {
  const { post, changed, action, confirm } = await actions(['app:console:edit']);
  post.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('away'));
  action()?.run?.();
  await flushPromises();
  await expect(confirm.open.value?.run?.()).rejects.toThrow('away');
  confirm.open.value?.answer(false);
  await flushPromises();
  expect(changed).toHaveBeenCalledOnce();
});

it('is offered for an application that is not listed, to people who may', async () => {
  expect((await actions([])).action()).toBeUndefined();
  const { action } = await actions(['app:console:edit']);
  expect([action()?.label, action({ ...app, status: 1 })]).toEqual(['Publish and list CRM', undefined]);
});
