import { describe, expect, it } from 'vitest';
import { ref } from 'vue';
import { createDisposer } from '../disposer.ts';
import { createCommandList, createCommands } from './commands.ts';
import { createDictSource } from './dict.ts';
import { createEventBus, createEventHub } from './events.ts';
import { createSettings } from './settings.ts';

declare module '@platform/remote-app' {
  interface RemoteEvents {
    'hello:saved': { id: number };
    'members:saved': { id: number };
  }
}

const disposer = () => createDisposer(() => {});

describe('events', () => {
  it('reach other applications, and a handler that throws stops no other', () => {
    const errors: string[] = [];
    const hub = createEventHub((name) => errors.push(name));
    const received: number[] = [];
    const member = createEventBus(hub, 'member', disposer());
    member.on('hello:saved', () => {
      throw new Error('bad handler');
    });
    member.on('hello:saved', ({ id }) => received.push(id));
    createEventBus(hub, 'hello', disposer()).emit('hello:saved', { id: 3 });
    expect(received).toEqual([3]);
    expect(errors).toEqual(['hello:saved']);
  });

  it('do not reach a handler that is added while they are emitted', () => {
    const hub = createEventHub(() => undefined);
    let received = 0;
    const handle = () => {
      received++;
      if (received < 5) hub.on('hello:saved', handle);
      if (received < 5) hub.on('hello:saved', () => void received++);
    };
    hub.on('hello:saved', handle);
    hub.emit('hello:saved', {});
    expect(received).toBe(1);
  });

  it('of another owner cannot be emitted, and subscriptions end on dispose', () => {
    const hub = createEventHub(() => {});
    const undo = disposer();
    const received: unknown[] = [];
    const member = createEventBus(hub, 'member', undo);
    member.on('hello:saved', (payload) => received.push(payload));
    expect(() => member.emit('hello:saved', { id: 1 })).toThrow(/REMOTE_EVENT_FOREIGN/);
    expect(() => member.emit('members:saved', { id: 1 })).toThrow(/REMOTE_EVENT_FOREIGN/);
    undo.dispose();
    hub.emit('hello:saved', { id: 2 });
    expect(received).toEqual([]);
  });
});

describe('commands', () => {
  it('are replaced by id, separate for each application, and removable', () => {
    const list = createCommandList();
    const [helloUndo, memberUndo] = [disposer(), disposer()];
    const hello = createCommands(list, 'hello', helloUndo);
    hello.register({ id: 'add', title: 'Add', run: () => {} });
    hello.register({ id: 'add', title: 'Add again', run: () => {} });
    const remove = createCommands(list, 'member', memberUndo).register({
      id: 'add',
      title: 'Add member',
      run: () => {},
    });
    expect(list.value.map(({ app, title }) => [app, title])).toEqual([
      ['hello', 'Add again'],
      ['member', 'Add member'],
    ]);
    helloUndo.dispose();
    expect(list.value.map(({ app }) => app)).toEqual(['member']);
    remove();
    expect(list.value).toEqual([]);
  });
});

describe('settings', () => {
  it('belong to a user and an application', () => {
    const user = { tenantId: '000000', userId: 1 };
    const hello = createSettings(localStorage, 'hello', () => user);
    hello.set('size', 20);
    expect(hello.get('size', 10)).toBe(20);
    expect(createSettings(localStorage, 'member', () => user).get('size', 10)).toBe(10);
    expect(createSettings(localStorage, 'hello', () => ({ ...user, userId: 2 })).get('size', 10)).toBe(10);
    hello.remove('size');
    expect(hello.get('size', 10)).toBe(10);
  });

  it('fall back when the store holds nonsense, is full or forbidden', () => {
    const full = {
      getItem: () => '{',
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => {},
    };
    const settings = createSettings(full, 'hello', () => ({ tenantId: '000000', userId: 1 }));
    expect(() => settings.set('a', 1)).not.toThrow();
    expect(settings.get('a', 'fallback')).toBe('fallback');
  });
});

describe('dictionaries', () => {
  it('are fetched once, and again after a failure', async () => {
    let fetched = 0;
    const dict = createDictSource(async () => {
      if (fetched++ === 0) throw new Error('down');
      return [{ value: '1', label: 'One' }];
    }, ref('en-US'));
    await expect(dict('t').ready).rejects.toThrow('down');
    const second = dict('t');
    expect(dict('t')).toBe(second);
    expect(second.label('1')).toBe('1');
    await second.ready;
    expect([second.label('1'), second.label('2'), fetched]).toEqual(['One', '2', 2]);
  });

  it('are labelled in the language of the shell, also after that has changed', async () => {
    const kinds = [
      { value: 'lathe', label: 'Lathe', tag: 'success', labels: { 'zh-CN': '车床', de: 'Drehmaschine' } },
      { value: 'press', label: 'Press' },
    ];
    const locale = ref('en-US');
    const dict = createDictSource(async () => kinds, locale)('notes_kind');
    await dict.ready;
    expect(dict.items.value).toEqual([
      { value: 'lathe', label: 'Lathe', tag: 'success' },
      { value: 'press', label: 'Press' },
    ]);
    locale.value = 'zh-CN';
    expect(dict.items.value.map(({ label }) => label)).toEqual(['车床', 'Press']);
    expect(dict.label('lathe')).toBe('车床');
    locale.value = 'de-AT';
    expect(dict.label('lathe')).toBe('Drehmaschine');
    expect(dict.label('unknown')).toBe('unknown');
  });
});
