import { describe, expect, it } from 'vitest';
import { ApplicationLocks } from './application-locks.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('locks of applications', () => {
  it('serialize changes that share an application, but no others', async () => {
    const locks = new ApplicationLocks();
    const log: string[] = [];
    const { promise: asideIsDone, resolve: endAside } = Promise.withResolvers<void>();
    const work = (name: string, until?: Promise<void>) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await until;
      log.push(`${name} ends`);
    };
    await Promise.all([
      locks.hold(() => new Set(['a', 'b']), work('first', asideIsDone)),
      locks.hold(() => new Set(['b', 'c']), work('second')),
      locks.hold(() => new Set(['d']), work('aside')).then(endAside),
    ]);
    expect(log).toEqual([
      'first begins',
      'aside begins',
      'aside ends',
      'first ends',
      'second begins',
      'second ends',
    ]);
  });

  it('are released after a failure', async () => {
    const locks = new ApplicationLocks();
    const wanted = () => new Set(['a']);
    await expect(locks.hold(wanted, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await locks.hold(wanted, async () => 1)).toBe(1);
  });

  it('check again after a wait which applications are connected', async () => {
    const locks = new ApplicationLocks();
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    let connected = new Set(['a']);
    let begun = false;
    const releases = [
      locks.hold(
        () => new Set(['a']),
        () => first.promise,
      ),
      locks.hold(
        () => new Set(['b']),
        () => second.promise,
      ),
    ];
    const waiting = locks.hold(
      () => connected,
      async () => void (begun = true),
    );
    // The first change connects "a" with "b", which the second one still holds.
    connected = new Set(['a', 'b']);
    first.resolve();
    await releases[0];
    await nextTurn();
    expect(begun).toBe(false);
    second.resolve();
    await waiting;
    expect(begun).toBe(true);
  });

  it('hold the applications that were connected when the wait ended', async () => {
    const locks = new ApplicationLocks();
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    let connected = new Set(['a']);
    const holding = locks.hold(
      () => new Set(['a']),
      () => first.promise,
    );
    const waiting = locks.hold(
      () => connected,
      () => second.promise,
    );
    connected = new Set(['a', 'b']);
    first.resolve();
    await holding;
    await nextTurn();
    let entered = false;
    const entering = locks.hold(
      () => new Set(['b']),
      async () => void (entered = true),
    );
    await nextTurn();
    expect(entered).toBe(false);
    second.resolve();
    await Promise.all([waiting, entering]);
    expect(entered).toBe(true);
  });
});
