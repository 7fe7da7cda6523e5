import { expect, it } from 'vitest';
import { nodeOf } from './platform-node.ts';

type Row = Parameters<typeof nodeOf>[0];

const LEASE_MS = 30_000;
const BEAT = '2026-01-01T00:00:00.000Z';
const row = (more: Partial<Row> = {}): Row =>
  ({
    ...{ node_id: 'a', host_id: 'h', machine: 'box', pid: 7, address: '', heartbeat_at: BEAT },
    ...{ draining: false, trusted_key_ids: '["k"]', loop_delay_us: 1_500, ...more },
  }) as Row;
const seen = (passedMs: number, more?: Partial<Row>) =>
  nodeOf(row(more), { now: Date.parse(BEAT) + passedMs, leaseMs: LEASE_MS, self: 'a' }, ['demo']);

it.each([
  [0, false, 'live'],
  [LEASE_MS, false, 'live'],
  [LEASE_MS + 1, false, 'gone'],
  [LEASE_MS, true, 'draining'],
  [LEASE_MS + 1, true, 'gone'],
])('a node is %d ms after its heartbeat, taken out: %s, %s', (passedMs, draining, state) => {
  expect(seen(passedMs, { draining }).state).toBe(state);
});

it('a node is told from the others, with its keys and what it is behind with', () => {
  expect(seen(0)).toMatchObject({ self: true, trustedKeyIds: ['k'], behind: ['demo'], loopDelayMs: 1.5 });
  expect(seen(0, { node_id: 'b' }).self).toBe(false);
});
