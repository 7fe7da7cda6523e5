import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import TaskFacts from './TaskFacts.vue';

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
