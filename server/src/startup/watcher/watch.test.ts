import { expect, it, vi } from 'vitest';
import type { StillReport } from '../../supervisor/index.ts';
import { INSIDE, NUMBERS, TURNS } from './shared-turns.ts';
import { Watch } from './watch.ts';

function watched() {
  const turns = new Int32Array(new SharedArrayBuffer(NUMBERS * 4));
  const told: StillReport[] = [];
  const end = vi.fn();
  let parent = 7;
  const watch = new Watch({
    turns,
    supervisor: 7,
    parent: () => parent,
    resident: () => 99,
    tell: (report) => told.push(report),
    end,
  });
  watch.name({ index: 1, appCode: 'crm' });
  return { turns, told, end, watch, orphan: () => (parent = 1) };
}

it('design 10.7-4: tells who is inside while the event loop stands still, and is silent while it turns', () => {
  const { turns, told, watch } = watched();
  for (let turn = 0; turn < 3; turn += 1) {
    turns[TURNS] = turn;
    watch.look();
  }
  expect(told).toEqual([]);
  turns[INSIDE] = 1;
  watch.look();
  turns[INSIDE] = 0;
  watch.look();
  turns[TURNS] = 3;
  watch.look();
  expect(told).toEqual([
    { inside: 'crm', residentBytes: 99 },
    { inside: null, residentBytes: 99 },
  ]);
});

it('10.7-12: ends the process when its supervisor is gone, also while the loop stands still', () => {
  const { end, watch, orphan } = watched();
  watch.look();
  expect(end).not.toHaveBeenCalled();
  orphan();
  watch.look();
  expect(end).toHaveBeenCalledTimes(1);
});
