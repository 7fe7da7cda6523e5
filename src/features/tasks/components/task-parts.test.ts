import { ElSelect } from 'element-plus/es/components/select/index.mjs';
import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import TaskFacts from './TaskFacts.vue';
import TaskFilters from './TaskFilters.vue';

const task = {
  ...{ taskId: 7, appCode: 'hello', version: '1.2.0', actor: 'ada' },
  steps: [{ name: 'prepare', status: 'succeeded', durationMs: 2_000 }],
  createTime: '2026-11-23T10:20:30.000Z',
};

async function facts(change: object = {}): Promise<Record<string, string>> {
  const { page } = await mountPage(TaskFacts, {
    messages: { tasks: messages },
    props: { task: { ...task, ...change } },
    http: {},
  });
  const values = page.findAll('dd').map((fact) => fact.text());
  const found = Object.fromEntries(page.findAll('dt').map((name, at) => [name.text(), values[at] ?? '']));
  page.unmount();
  return found;
}

it('names application, version, time to the second, duration and person of a task', async () => {
  const { fact, column } = messages;
  expect(await facts()).toEqual({
    [fact.app]: 'hello',
    [fact.version]: '1.2.0',
    [column.started]: expect.stringMatching(/2026.*:30\b/) as string,
    [column.duration]: '2 s',
    [column.actor]: 'ada',
    [fact.id]: '7',
  });
});

it('leaves out what a task does not have', async () => {
  const { fact, column } = messages;
  const found = await facts({ version: null, steps: [], actor: null });
  expect(Object.keys(found)).toEqual([fact.app, column.started, fact.id]);
});

async function filters(filter: { status: string; appCode: string }) {
  const { page } = await mountPage(TaskFilters, {
    messages: { tasks: messages },
    props: { modelValue: filter, appCodes: ['crm', 'hello'] },
    http: {},
  });
  const sent = () => page.emitted('update:modelValue')?.map(([value]) => value);
  return { page, sent, select: page.getComponent(ElSelect) };
}

it('filters tasks by state, and keeps the application', async () => {
  const { page, sent } = await filters({ status: 'failed', appCode: 'crm' });
  const states = page.findAll('[aria-pressed]');
  expect(states.map((state) => state.attributes('aria-pressed'))).toEqual([
    ...['false', 'false', 'true', 'false'],
  ]);
  expect(page.get('.task-filters__app').text()).toContain('crm');
  await buttonOf(page, messages.filter.all)?.trigger('click');
  await states.at(-1)?.trigger('click');
  expect(sent()).toEqual([
    { status: undefined, appCode: 'crm' },
    { status: 'succeeded', appCode: 'crm' },
  ]);
  page.unmount();
});

it('filters by an application, also one that is no longer here, or by none', async () => {
  const { page, sent, select } = await filters({ status: 'failed', appCode: 'crm' });
  expect(select.props()).toMatchObject({ filterable: true, allowCreate: true, clearable: true });
  select.vm.$emit('update:modelValue', 'gone-app');
  expect(sent()).toEqual([{ status: 'failed', appCode: 'gone-app' }]);
  select.vm.$emit('update:modelValue', '');
  expect(sent()?.at(-1)).toEqual({ status: 'failed', appCode: undefined });
  page.unmount();
});
