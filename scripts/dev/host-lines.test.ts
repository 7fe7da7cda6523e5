import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { hostLine } from './host-lines.ts';

const shown = (record: object): string | undefined => {
  const line = hostLine(JSON.stringify({ time: '2026-11-27T10:00:00.000Z', ...record }));
  return line === undefined ? undefined : stripVTControlCharacters(line);
};

test('shows the lines that an application writes, at any level', () => {
  expect(shown({ level: 'info', logger: 'app.notes', appCode: 'notes', msg: 'Read 3 rows' })).toBe(
    'info notes: Read 3 rows',
  );
});

test('shows an error of a route with its stack and the id of its request', () => {
  const frames = [
    '    at list (platform-notes/src/a.ts:3:9)',
    '    at call (file:///platform/server/dist/lib/chunk.js:4:1)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
  ];
  const error = { message: 'late', stack: ['Error: late', ...frames].join('\n') };
  expect(
    shown({ level: 'error', logger: 'http', appCode: 'notes', requestId: 'r-1', msg: 'Failed', error }),
  ).toBe('error notes r-1: Failed\n    Error: late\n        at list (platform-notes/src/a.ts:3:9)');
});

test('leaves out the work of the host, and loads that the watcher reports', () => {
  expect(shown({ level: 'info', logger: 'access', msg: 'Request' })).toBeUndefined();
  expect(shown({ level: 'warn', logger: 'market', msg: 'Slow' })).toBeUndefined();
  expect(
    shown({ level: 'error', logger: 'plugin-runtime', appCode: 'notes', stage: 'container', msg: 'x' }),
  ).toBeUndefined();
});

test('passes on text that is no line of the log', () => {
  expect(hostLine('(node:1) Warning: x')).toBe('(node:1) Warning: x');
  expect(hostLine(' ')).toBeUndefined();
});
