import { expect, it, vi } from 'vitest';
import { Incidents } from './incidents.ts';

const incidents = (): Incidents =>
  new Incidents({
    host: 'here',
    versionOf: (appCode) => (appCode === 'crm' ? '1.2.0' : undefined),
    loadsOf: (pid) =>
      Array.from({ length: pid === 9 ? 1 : pid === 10 ? 2 : 0 }, (_, at) => ({
        appCode: ['crm', 'shop'][at] ?? '',
        version: '2.0.0',
        pid,
        at: new Date(0).toISOString(),
      })),
  });

it('design 10.3: completes what is known of an incident, and tells it on', () => {
  const all = incidents();
  const listener = vi.fn();
  const undo = all.onRecord(listener);
  const incident = all.record({ kind: 'hold', what: 'held', application: 'crm', suspects: ['crm', 'shop'] });
  expect(incident).toMatchObject({
    host: 'here',
    message: 'held',
    version: '1.2.0',
    suspects: [{ application: 'crm', version: '1.2.0' }],
  });
  expect(listener).toHaveBeenCalledExactlyOnceWith(incident);
  void undo();
  all.record({ kind: 'stray', what: new Error('who?'), suspects: ['crm', 'shop', 'crm'], host: 'there' });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(all.recent).toMatchObject([
    {
      host: 'there',
      message: 'who?',
      application: undefined,
      suspects: [
        { application: 'crm', version: '1.2.0' },
        { application: 'shop', version: undefined },
      ],
    },
    { host: 'here' },
  ]);
});

it('keeps the last hundred, and counts all by kind and application', () => {
  const all = incidents();
  for (let turn = 0; turn < 120; turn += 1) all.record({ kind: 'hold', what: turn, application: 'crm' });
  all.record({ kind: 'killed', what: 'x'.repeat(5_000), at: new Date(0), version: '9.9.9' });
  expect(all.recent).toHaveLength(100);
  expect(all.recent[0]).toMatchObject({ at: new Date(0).toISOString(), version: undefined });
  expect(all.recent[0]?.message).toHaveLength(2_000);
  expect(all.counts).toEqual([
    { kind: 'hold', application: 'crm', count: 120 },
    { kind: 'killed', application: '', count: 1 },
  ]);
});

it('design 10.7-14: the load that a process was at explains its end', () => {
  const all = incidents();
  const shop = { application: 'shop', version: '2.0.0' };
  const crm = { application: 'crm', version: '2.0.0' };
  expect(all.record({ kind: 'crashed', what: 'ended', pid: 9 })).toMatchObject({ ...crm, suspects: [crm] });
  expect(all.record({ kind: 'crashed', what: 'ended', pid: 10 })).toMatchObject({
    application: undefined,
    suspects: [crm, shop],
  });
  // A finding of the watchdog is certain.
  expect(
    all.record({ kind: 'blocked', what: 'x', pid: 10, application: 'pay', version: '3.0.0' }),
  ).toMatchObject({
    application: 'pay',
    version: '3.0.0',
    suspects: [{ application: 'pay', version: '3.0.0' }],
  });
});
