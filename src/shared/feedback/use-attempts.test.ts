import { expect, it } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import { createNotices, noticesKey } from './notices.ts';
import { useAttempts, type Attempts } from './use-attempts.ts';

function mounted(failed?: () => string) {
  const notices = createNotices();
  let attempts: Attempts | undefined;
  const Inner = {
    setup() {
      attempts = useAttempts(failed);
      return () => null;
    },
  };
  mountShared(Inner, { provide: { [noticesKey as symbol]: notices } });
  if (!attempts) throw new Error('It was not mounted.');
  return { ...attempts, said: () => notices.shown.value.map(({ tone, text }) => [tone, text]) };
}

it('starts nothing that runs already, but something else', async () => {
  const { attempt } = mounted();
  const held = Promise.withResolvers<void>();
  const started: string[] = [];
  const work = (name: string) => attempt(name, () => (started.push(name), held.promise));
  const first = work('run 1');
  expect(await work('run 1')).toBe(false);
  const other = work('run 2');
  held.resolve();
  expect(await Promise.all([first, other])).toEqual([true, true]);
  expect(started).toEqual(['run 1', 'run 2']);
  expect(await work('run 1')).toBe(true);
});

it('runs what comes in turn one after the other, also after a failure', async () => {
  const { inTurn, said } = mounted();
  const held = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = inTurn(() => (order.push('first'), held.promise));
  const second = inTurn(async () => order.push('second'));
  await Promise.resolve();
  expect(order).toEqual(['first']);
  held.reject(new Error('The disk is full.'));
  expect(await Promise.all([first, second])).toEqual([false, true]);
  expect(order).toEqual(['first', 'second']);
  expect(said()).toEqual([['bad', 'The disk is full.']]);
});

it('says a failure in the words of its owner, and lets it be tried again', async () => {
  const { attempt, said } = mounted(() => 'That did not work.');
  expect(await attempt('stop', () => Promise.reject(new Error('gone')))).toBe(false);
  expect(said()).toEqual([['bad', 'That did not work.']]);
  expect(await attempt('stop', async () => undefined)).toBe(true);
});
