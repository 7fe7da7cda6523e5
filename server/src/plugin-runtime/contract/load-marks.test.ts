import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { LoadMarks } from './load-marks.ts';

let folder: string;
let lines: LogLine[];
beforeEach(() => {
  lines = [];
  folder = mkdtempSync(join(tmpdir(), 'marks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const marks = (): LoadMarks => new LoadMarks(folder, collectingLogger(lines));
const write = (name: string, content: object | string): void =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

it('design 10.3: a load is marked as long as it takes', async () => {
  const unmark = marks().enter('crm', '1.0.0');
  expect(readdirSync(folder)).toHaveLength(1);
  await unmark();
  expect(readdirSync(folder)).toEqual([]);
});

it('design 10.7-3: tells at once whose load is under way, for who explains the end of the process', async () => {
  const told: string[][] = [];
  const listening = new LoadMarks(folder, collectingLogger(lines), (loads) => told.push([...loads]));
  const unmark = listening.enter('crm', '1.0.0');
  expect(told).toEqual([['crm@1.0.0']]);
  const other = listening.enter('shop', '2.0.0');
  await unmark();
  await other();
  expect(told.slice(1)).toEqual([['crm@1.0.0', 'shop@2.0.0'], ['shop@2.0.0'], []]);
});

it('design 10.7-14: what is left names the loads that ended a process, once', () => {
  // Also the number of this process, as in a restarted container.
  marks().enter('crm', '1.0.0');
  const { pid } = spawnSync('true');
  const at = '2026-11-23T08:00:00.000Z';
  write(`${pid}-1-shop.json`, { appCode: 'shop', version: '2.0.0', pid, at });
  write(`${pid}-2-pay.json`, { appCode: 'pay', version: '3.0.0', pid, at: '2026-11-23T08:00:01.000Z' });
  const found = marks();
  expect(found.unexplained.map((each) => each.pid).sort()).toEqual([process.pid, pid].sort());
  expect(found.unexplained.find((each) => each.pid === pid)?.at).toBe('2026-11-23T08:00:01.000Z');
  expect(found.take(pid).map(({ appCode, version }) => `${appCode} ${version}`)).toEqual([
    'shop 2.0.0',
    'pay 3.0.0',
  ]);
  expect(found.take(pid)).toEqual([]);
  expect(found.unexplained).toMatchObject([{ pid: process.pid }]);
  found.forget();
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves alone what another process is loading now', () => {
  write(`${process.ppid}-1-crm.json`, {
    appCode: 'crm',
    version: '1.0.0',
    pid: process.ppid,
    at: new Date().toISOString(),
  });
  const found = marks();
  expect(found.unexplained).toEqual([]);
  found.forget();
  expect(readdirSync(folder)).toHaveLength(1);
});

it.each(['', '{"appCode":', '{}', '{"appCode":"crm","version":"1.0.0","pid":"x","at":""}'])(
  'removes what a process was writing when it ended: %j',
  (content) => {
    write('1-1-crm.json', content);
    expect(marks().unexplained).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

it('loads without a mark where none can be written', async () => {
  const found = marks();
  rmSync(folder, { recursive: true });
  await found.enter('crm', '1.0.0')();
  expect(lines).toMatchObject([{ level: 'warn', fields: { appCode: 'crm' } }]);
});
