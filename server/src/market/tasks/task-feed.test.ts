import { expect, it } from 'vitest';
import { LocalBus } from '../../infra/bus/local-bus.ts';
import { silentLogger } from '../../kernel/index.ts';
import { TaskFeed } from './task-feed.ts';
import { loneBus } from '../../infra/testing/lone-bus.ts';

it('delivers to each watcher of a task until that one leaves', () => {
  const feed = new TaskFeed(loneBus());
  const seen: string[] = [];
  const watch = (name: string) => feed.watch(7, { onEvent: ({ type }) => void seen.push(`${name} ${type}`) });
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

it.each([
  ['a short', 20, 20],
  ['no long', 21, undefined],
])('tells the other hosts of a step with %s list of hosts', (_length, count, told) => {
  const bus = new LocalBus();
  const [runs, follows] = [new TaskFeed(bus.join(silentLogger)), new TaskFeed(bus.join(silentLogger))];
  void follows.follow();
  const seen: Array<number | undefined> = [];
  for (const feed of [runs, follows])
    feed.watch(7, {
      onEvent: (event) => void seen.push(event.type === 'step' ? event.data.hosts?.length : -1),
    });
  const host = { nodeId: 'one', machine: 'one', address: '', state: 'waiting', message: null } as const;
  const hosts = Array.from({ length: count }, () => host);
  runs.publish(7, { type: 'step', data: { name: 'prepare', status: 'running', durationMs: null, hosts } });
  expect(seen).toEqual([count, told]);
});
