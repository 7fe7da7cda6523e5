import { expect, it } from 'vitest';
import type {} from '../runtime/events.ts';
import { createTestRuntime, createTestUiServices } from './index.ts';

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

it('brings an event of the application to its own listeners too', () => {
  const runtime = createTestRuntime({ code: 'notes' });
  const heard: number[] = [];
  runtime.events.on('notes:saved', (id) => heard.push(id));
  runtime.events.emit('notes:saved', 7);
  expect(heard).toEqual([7]);
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

it('is in English, permits and agrees to everything unless a test says otherwise', async () => {
  const runtime = createTestRuntime({
    code: 'notes',
    dicts: { state: [{ value: '1', label: 'Open' }] },
  });
  expect(runtime.i18n.locale.value).toBe('en');
  expect([runtime.hasPermi('notes:add'), await runtime.confirm({ title: 'Delete?' })]).toEqual([true, true]);
  expect([runtime.dict('state').label('1'), runtime.dict('state').label('2')]).toEqual(['Open', '2']);
  expect(runtime.asset('/logo.svg')).toBe('/remote-apps/notes/logo.svg');
  const strict = createTestRuntime({ code: 'notes', permissions: ['notes:list'], agrees: false });
  expect([strict.hasPermi('notes:list'), strict.hasPermi('notes:add')]).toEqual([true, false]);
  expect(await strict.confirm({ title: 'Delete?' })).toBe(false);
});

it('keeps settings of the application until they are removed', () => {
  const { settings } = createTestRuntime({ code: 'notes' });
  settings.set('size', 0);
  expect(settings.get('size', 20)).toBe(0);
  settings.remove('size');
  expect(settings.get('size', 20)).toBe(20);
});

it('describes errors of the server with their code, and others by their message', () => {
  const { describeError } = createTestUiServices(createTestRuntime({ code: 'notes' }));
  const refusal = Object.assign(new Error('Locked.'), { code: 'ITEM_LOCKED', status: 409, fix: 'Wait.' });
  expect(describeError(refusal)).toMatchObject({
    ...{ message: 'Locked.', code: 'ITEM_LOCKED', status: 409, fix: 'Wait.' },
  });
  expect(describeError('away')).toMatchObject({ message: 'away', code: 'UNEXPECTED', status: 0 });
});
