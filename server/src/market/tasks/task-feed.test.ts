import { expect, it } from 'vitest';
import { TaskFeed } from './task-feed.ts';
import { loneBus } from '../../infra/testing/lone-bus.ts';

it('delivers to each watcher of a task until that one leaves', () => {
  const feed = new TaskFeed(loneBus());
  const seen: string[] = [];
  const watch = (name: string) => feed.watch(7, { hear: ({ type }) => void seen.push(`${name} ${type}`) });
  const publish = (type: 'log' | 'progress') =>
    feed.publish(7, type === 'log' ? { type, data: { line: '' } } : { type, data: { progress: 1 } });
  const [leaveFirst, leaveSecond] = [watch('first'), watch('second')];
  publish('log');
  void leaveFirst();
  publish('progress');
  void leaveSecond();
  watch('third');
  // Leaving twice must not take the place of a later watcher.
  void leaveFirst();
  void leaveSecond();
  publish('log');
  expect(seen).toEqual(['first log', 'second log', 'second progress', 'third log']);
});
