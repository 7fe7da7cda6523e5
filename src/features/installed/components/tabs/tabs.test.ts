import type { BackendReport } from '@platform/host-api';
import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../../i18n/en-US.ts';
import InstallFacts from '../InstallFacts.vue';
import JobsTab from './JobsTab.vue';
import RoutesTab from './RoutesTab.vue';
import SettingsTab from './SettingsTab.vue';

const report = {
  ...{ appCode: 'notes', loadedAt: '2026-11-24T10:00:00.000Z' },
  schedules: [
    { name: 'a/Sweep.run', when: 'every 5m', intervalMs: 300_000, runs: 1_200, failures: 0 },
    { name: 'a/Idle.run', when: 'never', runs: 0, failures: 0, lastRunAt: '2026-11-24T09:00:00.000Z' },
  ],
  jobs: [{ name: 'notesReport', handler: 'a/Report.jobExecute' }],
  routes: [
    { method: 'GET', url: '/notes/list', auth: 'notes:list', handler: 'a/Notes.list' },
    { method: 'PUT', url: '/notes', auth: 'notes:edit', handler: 'a/Notes.edit' },
  ],
} as unknown as BackendReport;

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(component: object, props: object, permissions: string[], http: object = {}) {
  const { page } = await mountPage(component, {
    messages: { installed: messages },
    props,
    permissions,
    http,
  });
  unmount = () => page.unmount();
  await flushPromises();
  const rows = (label: string) =>
    page.findAll(`[aria-label="${label}"] tbody tr`).map((row) => row.text().replaceAll(/\s+/g, ' '));
  return { page, rows };
}

it('shows scheduled methods with their next time, which an interval counts from the load', async () => {
  const { page, rows } = await shown(JobsTab, { report }, []);
  const [sweep, idle] = rows(messages.parts.schedules);
  expect(sweep).toContain('1,200');
  expect(sweep).toContain(messages.job.never);
  expect(page.find('time[datetime="2026-11-24T10:05:00.000Z"]').exists()).toBe(true);
  expect(idle).not.toContain(messages.job.never);
  expect(page.text()).not.toContain(messages.job.toScheduler);
});

it('asks for the tasks of the application only where they may be seen', async () => {
  const task = { jobId: 1, jobName: 'Nightly', executor: 'notesReport', cron: '0 3 * * *', zone: 'UTC' };
  const at = '2026-11-25T03:00:00.000Z';
  const tasks = [
    { ...task, status: 1, nextRunTime: at, lastRunTime: null },
    { ...task, jobId: 2, jobName: 'Off', status: 0, nextRunTime: at, lastRunTime: at },
  ];
  const list = vi.fn(async () => ({ total: 2, rows: tasks }));
  const { rows } = await shown(JobsTab, { report }, ['scheduler:task:list'], { list });
  const [nightly, off] = rows(messages.job.tasks);
  expect(nightly).toContain('0 3 * * * (UTC)');
  expect(nightly).toContain(messages.job.never);
  expect(nightly).not.toContain(messages.job.off);
  expect(off).toContain(messages.job.off);
  expect(list).toHaveBeenCalledExactlyOnceWith(
    '/scheduler/task/list',
    { appCode: 'notes', pageNum: 1, pageSize: 200 },
    expect.anything(),
  );
  unmount?.();
  const unasked = vi.fn();
  await shown(JobsTab, { report }, [], { list: unasked });
  expect(unasked).not.toHaveBeenCalled();
});

it('shows routes with their calls, to those who may measure', async () => {
  const time = { application: 'notes', method: 'GET', uri: '/notes/list', count: 1_500, p95Ms: 12 };
  const get = vi.fn(async () => ({ routes: [time] }));
  const { page, rows } = await shown(RoutesTab, { report }, ['monitor:metrics:list'], { get });
  const [list, edit] = rows(messages.parts.routes);
  expect(list).toMatch(/GET \/notes\/list.*notes:list.*1,500.*12/);
  expect(edit).toMatch(/PUT \/notes.*notes:edit.*0/);
  expect(page.get('tbody a').attributes('href')).toBe('/docs/list?group=notes&operation=GET+%2Fnotes%2Flist');
  unmount?.();
  const unasked = vi.fn();
  const other = await shown(RoutesTab, { report }, [], { get: unasked });
  expect(unasked).not.toHaveBeenCalled();
  expect(other.page.text()).not.toContain('p95');
});

it('names the version before and the person only where there are any', async () => {
  const install = {
    ...{ appCode: 'notes', version: '1.1.0', status: 1, backend: 'none', previousVersion: null },
    ...{ installedAt: '2026-11-24T10:00:00.000Z', installedBy: null },
  };
  const names = async (change: object) => {
    const { page } = await shown(InstallFacts, { install: { ...install, ...change } }, []);
    const found = page.findAll('dt').map((name) => name.text());
    page.unmount();
    return found;
  };
  const { previous, by } = messages.detail;
  const full = await names({ previousVersion: '1.0.0', installedBy: 'ada' });
  expect(full).toEqual(expect.arrayContaining([previous, by]));
  const bare = await names({});
  expect(bare).not.toContain(previous);
  expect(bare).not.toContain(by);
});

it('shows the settings whose keys begin with the code, also those without a value', async () => {
  const setting = { configId: 1, configName: null, updateTime: '2026-11-24T10:00:00.000Z' };
  const rows = [
    { ...setting, configKey: 'notes.size', configValue: '20' },
    { ...setting, configId: 2, configKey: 'notes.title', configValue: null },
    { ...setting, configId: 3, configKey: 'my-notes.size', configValue: '30' },
  ];
  const list = vi.fn(async () => ({ total: 3, rows }));
  const { page } = await shown(SettingsTab, { appCode: 'notes' }, [], { list });
  const cells = page.findAll('tbody tr').map((row) => row.findAll('td').map((cell) => cell.text()));
  expect(cells.map(([key, , value]) => [key, value])).toEqual([
    ['notes.size', '20'],
    ['notes.title', ''],
  ]);
  expect(page.get('.more a').attributes('href')).toBe('/system/config?name=notes.');
});
