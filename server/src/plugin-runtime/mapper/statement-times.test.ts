import type { MapperOperations } from '@platform/plugin-sdk/orm';
import { afterEach, expect, it } from 'vitest';
import { requestContext, tracing, type SpanFacts, type Tracer } from '../../kernel/index.ts';
import { StatementTimes } from './statement-times.ts';

class Engine {
  readonly #rows = 7;
  async selectCount(): Promise<number> {
    return this.#rows;
  }
  async delete(): Promise<number> {
    throw new Error('no');
  }
}

const undos: Array<() => unknown> = [];
afterEach(() => undos.splice(0).forEach((undo) => void undo()));

const operations = (times: StatementTimes): MapperOperations<object> =>
  times.observedOperations('shop', 'ItemMapper', new Engine() as unknown as MapperOperations<object>);

it('design 11.2: statements are counted with their failures and time', async () => {
  const times = new StatementTimes();
  const mapper = operations(times);
  expect(await mapper.selectCount()).toBe(7);
  await expect(mapper.delete({})).rejects.toThrow('no');
  // A next version of the application continues with the same counts.
  expect(await operations(times).selectCount()).toBe(7);
  expect(times.list()).toEqual([
    {
      appCode: 'shop',
      statement: 'ItemMapper.selectCount',
      count: 2,
      failures: 0,
      seconds: expect.any(Number) as number,
    },
    {
      appCode: 'shop',
      statement: 'ItemMapper.delete',
      count: 1,
      failures: 1,
      seconds: expect.any(Number) as number,
    },
  ]);
});

it('statements add up in the request that runs them, also within another context of it', async () => {
  const mapper = operations(new StatementTimes());
  const statements = { count: 0, ms: 0, longest: '', longestMs: 0 };
  const context = { requestId: 'r', tenantId: 't', user: undefined, statements };
  await requestContext.run(context, async () => {
    await mapper.selectCount();
    await requestContext.runAs('other', () => mapper.delete({})).catch(() => undefined);
  });
  await mapper.selectCount();
  expect(statements).toEqual({
    ...{ count: 2, ms: expect.any(Number) as number, longestMs: expect.any(Number) as number },
    longest: expect.stringMatching(/^ItemMapper/) as string,
  });
  expect(statements.ms).toBeGreaterThan(0);
  expect(statements.longestMs).toBeLessThanOrEqual(statements.ms);
});

it('design 11.4: statements are spans where the host traces', async () => {
  const spans: Array<SpanFacts & { failure?: string | undefined }> = [];
  const tracer: Tracer = {
    start: (facts) => ({
      traceId: 't',
      within: (work) => work(),
      end: (end = {}) => void spans.push({ ...facts, failure: end.failure }),
    }),
    traceId: () => 't',
    traceparent: () => undefined,
  };
  undos.push(tracing.use(tracer));
  const mapper = operations(new StatementTimes());
  await mapper.selectCount();
  await expect(mapper.delete({})).rejects.toThrow('no');
  const attributes = { 'platform.application': 'shop' };
  expect(spans).toEqual([
    { name: 'ItemMapper.selectCount', attributes, failure: undefined },
    { name: 'ItemMapper.delete', attributes, failure: 'no' },
  ]);
});
