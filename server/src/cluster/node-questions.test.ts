import type { PlatformNode } from '@platform/host-api';
import { afterEach, expect, it, vi } from 'vitest';
import { LocalBus } from '../infra/bus/local-bus.ts';
import { silentLogger, question } from '../kernel/index.ts';
import { NodeQuestions } from './node-questions.ts';

const NAME = question<string, string>('name', 1_000);

const open: NodeQuestions[] = [];
afterEach(async () => {
  for (const questions of open.splice(0)) await questions.close();
});

/** Hosts at one bus, each with what it answers. */
function hosts(...nodeIds: string[]) {
  const bus = new LocalBus();
  return nodeIds.map((nodeId) => {
    const get = async (id: string) => ({ nodeId: id, state: 'live', pid: 1 }) as PlatformNode;
    const registry = { nodeId, get };
    const questions = new NodeQuestions({ registry, bus: bus.join(silentLogger), siblings: undefined });
    open.push(questions);
    const answer = vi.fn((asked: string) => `${asked} ${nodeId}`);
    questions.answer(NAME, answer);
    return { questions, answer };
  });
}

it('a question is answered by the host that is asked, and heard by no other', async () => {
  const [one, two, three] = hosts('one', 'two', 'three');
  const named = await one?.questions.find('two');
  expect(await one?.questions.find('one')).toBeUndefined();
  expect(named && (await one?.questions.ask(named, NAME, 'I am'))).toBe('I am two');
  expect([one, two, three].map((host) => host?.answer.mock.calls.length)).toEqual([0, 1, 0]);
});

it('a host that stops hears no further question', async () => {
  const [one, two] = hosts('one', 'two');
  const named = await one?.questions.find('two');
  await two?.questions.close();
  await expect(named && one?.questions.ask(named, NAME, 'I am')).rejects.toMatchObject({
    code: 'NODE_NOT_ANSWERING',
  });
  expect(two?.answer).not.toHaveBeenCalled();
});

it('a host that is gone is not waited for', async () => {
  const [one, two] = hosts('one', 'two');
  const node = { nodeId: 'two', state: 'gone', machine: 'rack', pid: 1 } as PlatformNode;
  const asking = one?.questions.ask({ node, sibling: undefined }, NAME, 'I am');
  await expect(asking).rejects.toMatchObject({ code: 'NODE_NOT_ANSWERING', status: 503 });
  expect(two?.answer).not.toHaveBeenCalled();
});
