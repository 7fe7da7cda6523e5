import { expect, it } from 'vitest';
import type { TaskEvent } from './task.ts';
import { TaskMirror } from './task-mirror.ts';

it('shows the hosts of a step when they have changed, each state once', () => {
  const sent: unknown[] = [];
  const mirror = new TaskMirror({
    send: (_event, data) => sent.push((data as { hosts?: unknown }).hosts),
    end: () => undefined,
  });
  const show = (hosts: readonly string[]): void =>
    mirror.show({
      type: 'step',
      data: { name: 'load', status: 'running', durationMs: null, hosts },
    } as unknown as TaskEvent);
  for (const hosts of [['a'], ['a'], ['a', 'b'], ['a', 'b']]) show(hosts);
  expect(sent).toEqual([['a'], ['a', 'b']]);
});
