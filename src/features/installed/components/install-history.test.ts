import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import type { VersionDifferences } from '@platform/host-api';
import type { Task } from '@/shared/tasks';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import InstallHistory from './InstallHistory.vue';

const task = (taskId: number): Task => ({
  ...{ taskId, appCode: 'hello', kind: 'upgrade', version: '1.1.0', status: 'succeeded', currentStep: null },
  ...{ progress: 100, logText: '', steps: [], failure: null, actor: 'ada' },
  report: { previousVersion: '1.0.0', migrations: ['02-note.sql'] },
  createTime: '2026-11-24T10:00:00.000Z',
  updateTime: '2026-11-24T10:00:00.000Z',
});
const differences: VersionDifferences = {
  menus: {
    added: [{ menuKey: 'hello:note', menuName: 'Notes', menuType: 'C' }],
    changed: [],
    removed: [],
  },
  scripts: { added: ['02-note.sql'], removed: [] },
  permissions: { added: [{ name: 'network', scope: ['a.example'], isNew: true }], removed: [] },
  files: { added: [], changed: ['frontend/index.js'], removed: [] },
};

async function shown(total: number) {
  const list = vi.fn(async (_url: string, { pageSize }: { pageSize: number }) => ({
    total,
    rows: Array.from({ length: Math.min(total, pageSize) }, (_, index) => task(total - index)),
  }));
  const get = vi.fn(async () => differences);
  const mounted = await mountPage(InstallHistory, {
    messages: { installed: messages },
    props: { appCode: 'hello' },
    http: { list, get } as never,
  });
  return { ...mounted, get };
}

it('design 15.4: opens the report of an operation, and what its version changed, in place', async () => {
  const { page, get } = await shown(1);
  expect(page.get('a[href="/tasks/list/1"]').text()).toBe('Upgrade hello 1.1.0');
  expect(get).not.toHaveBeenCalled();
  const details = page.get('details');
  (details.element as HTMLDetailsElement).open = true;
  await details.trigger('toggle');
  await flushPromises();
  expect(get).toHaveBeenCalledWith(
    '/app/runtime/applications/hello/differences',
    expect.objectContaining({ params: { from: '1.0.0', to: '1.1.0' } }),
  );
  const words = page.get('.differences').text().replace(/\s+/g, ' ');
  expect(words).toContain('From 1.0.0 to 1.1.0');
  expect(words).toContain('+1 Menus added');
  expect(words).toContain('Notes');
  expect(words).toContain('Connections to other servers: a.example');
  expect(words).toContain('~1 Files changed');
  expect(page.text()).toContain('02-note.sql');
  page.unmount();
});

it('shows earlier operations on demand', async () => {
  const { page } = await shown(25);
  expect(page.findAll('li.entry')).toHaveLength(20);
  await page
    .findAll('button')
    .find((button) => button.text() === 'Earlier operations')
    ?.trigger('click');
  await flushPromises();
  expect(page.findAll('li.entry')).toHaveLength(25);
  expect(page.findAll('button').some((button) => button.text() === 'Earlier operations')).toBe(false);
  page.unmount();
});
