import { expect, it } from 'vitest';
import type {} from '../runtime/events.ts';
import { createTestRuntime } from './index.ts';

declare module '../runtime/events.ts' {
  interface RemoteEvents {
    'notes:saved': number;
    'tasks:done': string;
  }
}

it('records the effects of an application on its host', async () => {
  const runtime = createTestRuntime({ code: 'notes', user: { nickName: 'Ada' }, config: { name: 'Site' } });
  runtime.message.success('Saved');
  await runtime.confirm({ title: 'Delete?' });
  await runtime.router.push({ view: 'list' });
  const remove = runtime.commands.register({ id: 'add', title: 'Add', run: () => {} });
  expect([runtime.said, runtime.asked, runtime.visited]).toEqual([
    ['Saved'],
    ['Delete?'],
    [{ view: 'list' }],
  ]);
  expect(runtime.registered.map(({ id }) => id)).toEqual(['add']);
  remove();
  expect(runtime.registered).toEqual([]);
  expect(runtime.router.resolve({ view: 'list', query: { a: '1' } }).fullPath).toBe('/notes/list?a=1');
  expect([runtime.user.nickName, (await runtime.config()).name]).toEqual(['Ada', 'Site']);
});

it('carries events both ways, but none of another owner', () => {
  const runtime = createTestRuntime({ code: 'notes' });
  const heard: string[] = [];
  const end = runtime.events.on('tasks:done', (name) => heard.push(name));
  runtime.tell('tasks:done', 'first');
  end();
  runtime.tell('tasks:done', 'second');
  runtime.events.emit('notes:saved', 7);
  expect([heard, runtime.emitted]).toEqual([['first'], [{ name: 'notes:saved', payload: 7 }]]);
  expect(() => runtime.events.emit('tasks:done', 'x')).toThrow(/REMOTE_EVENT_FOREIGN/);
});

it('uses the requested language, and disposes in reverse order', () => {
  const { i18n } = createTestRuntime({ code: 'notes', locale: 'zh-CN' });
  i18n.merge({ en: { title: 'Notes' }, zh: { title: '笔记' } });
  expect(i18n.t('title')).toBe('笔记');
  const runtime = createTestRuntime({ code: 'notes' });
  const order: number[] = [];
  for (const n of [1, 2]) runtime.onDispose(() => order.push(n));
  runtime.dispose();
  expect(order).toEqual([2, 1]);
});
