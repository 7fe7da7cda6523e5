import { afterEach, expect, it } from 'vitest';
import { runScript } from '../data/script/run.ts';
import type { Undo } from '../kernel/index.ts';
import { announceLongWork, LONG_WORK_MS, onLongWork } from '../kernel/long-work.ts';

let undo: Undo = () => undefined;
afterEach(() => undo());

it('design 16-7: long work of the host tells its limit before it begins', async () => {
  const events: Array<number | string> = [];
  undo = onLongWork((limitMs) => events.push(limitMs));
  await runScript('create table a (b integer);\ncreate index c on a (b);', 'sqlite', async (text) => {
    events.push(text.split(' ')[1] ?? '');
    return { rows: [] };
  });
  announceLongWork('heapDump');
  const { statement, heapDump } = LONG_WORK_MS;
  expect(events).toEqual([statement, 'table', statement, 'index', heapDump]);
});

it('is announced to nobody where nobody watches', () => {
  expect(() => announceLongWork('statement')).not.toThrow();
});
