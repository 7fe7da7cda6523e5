import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import NodeFacts from './NodeFacts.vue';

const node = {
  ...{ nodeId: 'node-a', machine: 'host-1', pid: 4711, address: 'http://10.0.0.1:8080' },
  ...{ hostVersion: '1.2.3', clockOffsetMs: -12, poolSize: 10, trustedKeyIds: ['k1', 'k2'] },
  ...{ startedAt: '2026-11-24T10:00:00.000Z', heartbeatAt: '2026-11-24T11:00:00.000Z' },
  ...{ convergedAt: '2026-11-24T10:30:00.000Z', memoryBytes: 5_000_000, heapBytes: 2_000_000 },
  ...{ loopDelayMs: 2.4, cpuPercent: 7 },
};

/** The facts by their names; of times the moment. */
async function facts(change: object = {}): Promise<Record<string, string>> {
  const { page } = await mountPage(NodeFacts, {
    messages: { nodes: messages },
    props: { node: { ...node, ...change } },
    http: {},
  });
  const values = page.findAll('dd').map((fact) => {
    const time = fact.find('time');
    return time.exists() ? time.attributes('datetime') : fact.text();
  });
  const found = Object.fromEntries(page.findAll('dt').map((name, at) => [name.text(), values[at] ?? '']));
  page.unmount();
  return found;
}

it('names the process of a host, its load and what it trusts', async () => {
  const { fact } = messages;
  expect(await facts()).toEqual({
    [fact.address]: 'http://10.0.0.1:8080',
    [fact.pid]: '4711',
    [messages.version]: '1.2.3',
    [messages.started]: node.startedAt,
    [fact.heartbeat]: node.heartbeatAt,
    [fact.converged]: node.convergedAt,
    [messages.cpu]: '7 %',
    [messages.memory]: '5 MB',
    [fact.heap]: '2 MB',
    [messages.delay]: '2 ms',
    [fact.pool]: '10',
    [fact.clock]: '-12 ms',
    [fact.keys]: 'k1, k2',
    [fact.id]: 'node-a',
  });
});

it('leaves out what a host does not have yet', async () => {
  const { fact } = messages;
  const found = await facts({ address: '', convergedAt: null, poolSize: 0, trustedKeyIds: [] });
  expect(found[fact.address]).toBe(messages.starting);
  expect(found[fact.keys]).toBe(fact.none);
  expect(Object.keys(found)).not.toContain(fact.converged);
  expect(Object.keys(found)).not.toContain(fact.pool);
});
