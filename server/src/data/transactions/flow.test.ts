import { describe, expect, it } from 'vitest';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { TransactionFlows, type TransactionFlow } from './flow.ts';
import { joinTransaction, runAfterCommit } from './run.ts';

const flowOf = (change: Partial<TransactionFlow> = {}): TransactionFlow =>
  ({ readOnly: false, afterCommit: [], ended: false, ...change }) as unknown as TransactionFlow;

describe('the transaction of a flow', () => {
  it('is the innermost one that has not ended', async () => {
    const flows = new TransactionFlows();
    const flow = flowOf();
    expect(flows.current()).toBeUndefined();
    await flows.run(flow, async () => {
      await Promise.resolve();
      expect(flows.current()).toBe(flow);
      flows.run(undefined, () => expect(flows.current()).toBeUndefined());
      flow.ended = true;
      expect(flows.current()).toBeUndefined();
    });
  });

  it('must not wait for a writer that it holds itself', () => {
    const flows = new TransactionFlows();
    flows.assertMayWait();
    flows.run(flowOf({ readOnly: true }), flows.assertMayWait);
    flows.run(flowOf({ ended: true }), flows.assertMayWait);
    expect(() => flows.run(flowOf(), flows.assertMayWait)).toThrow(
      expect.objectContaining({ code: 'TRANSACTION_NESTED_WRITE' }),
    );
  });

  it('remembers the first part that failed', async () => {
    const flow = flowOf();
    expect(await joinTransaction(flow, async () => 5)).toBe(5);
    expect(flow.failedPart).toBeUndefined();
    const [first, second] = [new Error('first'), new Error('second')];
    for (const error of [first, second])
      await expect(joinTransaction(flow, () => Promise.reject(error))).rejects.toBe(error);
    expect(flow.failedPart).toEqual({ cause: first });
  });

  it('does all that follows its commit, one after the other, and logs what fails', async () => {
    const lines: LogLine[] = [];
    const done: string[] = [];
    const error = new Error('no');
    const works = [
      async () => {
        await new Promise(setImmediate);
        done.push('slow');
      },
      () => {
        throw error;
      },
      () => void done.push('last'),
    ];
    await runAfterCommit(works, collectingLogger(lines));
    expect(done).toEqual(['slow', 'last']);
    expect(lines).toEqual([{ level: 'error', message: 'Work after a commit failed', fields: { error } }]);
  });
});
