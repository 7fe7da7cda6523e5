import { flushPromises, type DOMWrapper } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import type { Install } from '../api/install.ts';
import InstalledDetail from './detail.vue';

const hello = {
  ...{ installId: 1, appCode: 'hello', name: 'Hello', version: '1.0.0', status: 1, backend: 'none' },
  ...{ icon: null, installedAt: '2026-11-24T10:00:00.000Z', failure: null },
} as unknown as Install;

/** The page of an application whose removal runs until `end`. */
async function removing() {
  const task = { taskId: 7, appCode: 'hello', kind: 'uninstall', steps: [], logText: '' };
  const ended = Promise.withResolvers<void>();
  let rows = [hello];
  const mounted = await mountPage(InstalledDetail, {
    messages: { installed: messages },
    props: { appCode: 'hello' },
    permissions: ['app:install:remove'],
    http: {
      list: vi.fn(async (path: string) => ({
        total: 1,
        rows: path === '/app/install/list' ? rows : [],
      })),
      get: vi.fn(async (path: string) =>
        path === '/app/task/7' ? { ...task, status: 'running' } : { failures: [], losses: [] },
      ),
      delete: vi.fn(async () => ({ taskId: 7 })),
      stream: vi.fn(async (_path: string, { onEvent }: { onEvent: (event: object) => void }) => {
        await ended.promise;
        onEvent({ event: 'end', data: JSON.stringify({ ...task, status: 'succeeded' }), id: undefined });
      }),
    } as never,
  });
  const press = async (label: string) => {
    const buttons = [...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent.trim() === label,
    );
    buttons.at(-1)?.click();
    await flushPromises();
  };
  const end = async () => {
    rows = [];
    ended.resolve();
    await flushPromises();
  };
  return { ...mounted, press, end };
}

const heading = (page: { get(selector: string): Pick<DOMWrapper<Element>, 'text'> }) => page.get('h1').text();

it('shows that the application is gone, although its panel was closed while the removal ran', async () => {
  const { page, press, end } = await removing();
  await press('Uninstall');
  await press('Uninstall Hello');
  await press('Close');
  expect(heading(page)).toBe('Hello');
  await end();
  expect(heading(page)).toBe('hello is not installed');
  page.unmount();
});

it('shows what another operator has changed', async () => {
  const { page, end, refreshApps } = await removing();
  await end();
  expect(heading(page)).toBe('Hello');
  await refreshApps();
  await flushPromises();
  expect(heading(page)).toBe('hello is not installed');
  page.unmount();
});
