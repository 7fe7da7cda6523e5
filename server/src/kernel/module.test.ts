import { describe, expect, it } from 'vitest';
import { Disposer } from './disposer.ts';
import { silentLogger } from './logger.ts';
import { defineModule, startModules, type Module } from './module.ts';
import { serviceToken } from './service.ts';
import { testConfig } from './testing/config.ts';

const start = (modules: Module[]) => startModules(modules, testConfig(), silentLogger);

describe('modules', () => {
  it('are set up in dependency order and disposed in reverse', async () => {
    const events: string[] = [];
    const module = (name: string, depends: string[] = []): Module =>
      defineModule({
        name,
        depends,
        setup(ctx) {
          events.push(`setup ${name}`);
          ctx.onReady(() => void events.push(`ready ${name}`));
          ctx.onDispose(() => void events.push(`dispose ${name}`));
        },
      });
    const host = await start([module('market', ['data']), module('data')]);
    await host.dispose();
    await host.dispose();
    expect(events).toEqual([
      'setup data',
      'setup market',
      'ready data',
      'ready market',
      'dispose market',
      'dispose data',
    ]);
  });

  it('are rolled back when a later one fails', async () => {
    const undone: string[] = [];
    const good = defineModule({
      name: 'good',
      setup: (ctx) => ctx.onDispose(() => void undone.push('good')),
    });
    const bad = defineModule({
      name: 'bad',
      depends: ['good'],
      setup: () => Promise.reject(new Error('no disk')),
    });
    await expect(start([good, bad])).rejects.toThrow('no disk');
    expect(undone).toEqual(['good']);
  });

  it('name a cycle and a missing dependency', async () => {
    const nothing = (): void => undefined;
    await expect(
      start([
        defineModule({ name: 'a', depends: ['b'], setup: nothing }),
        defineModule({ name: 'b', depends: ['a'], setup: nothing }),
      ]),
    ).rejects.toMatchObject({
      code: 'MODULE_CYCLE',
      message: expect.stringContaining('a → b → a') as string,
    });
    await expect(start([defineModule({ name: 'a', depends: ['x'], setup: nothing })])).rejects.toMatchObject({
      code: 'MODULE_DEPENDENCY_MISSING',
    });
  });

  it('refuse a second provider of a service, and a missing one', async () => {
    const token = serviceToken<number>('answer');
    const provider = (name: string): Module => defineModule({ name, setup: (ctx) => ctx.provide(token, 42) });
    await expect(start([provider('a'), provider('b')])).rejects.toMatchObject({ code: 'SERVICE_DUPLICATE' });
    const user = defineModule({ name: 'user', setup: (ctx) => void ctx.use(token) });
    await expect(start([user])).rejects.toMatchObject({ code: 'SERVICE_MISSING' });
  });
});

describe('disposer', () => {
  it('runs every undo even if one fails, and reports the failure', async () => {
    const undone: number[] = [];
    const disposer = new Disposer();
    disposer.add(() => void undone.push(1));
    disposer.add(() => Promise.reject(new Error('stuck')));
    disposer.add(() => void undone.push(3));
    await expect(disposer.dispose()).rejects.toBeInstanceOf(AggregateError);
    expect(undone).toEqual([3, 1]);
  });
});
