import { describe, expect, it } from 'vitest';
import { createTestRuntime } from '../testing/index.ts';
import { holdRuntime } from './runtime.ts';
import { useConfirmed } from './use-confirmed.ts';

async function run(agrees: boolean, work: () => Promise<unknown>) {
  const runtime = createTestRuntime({ code: 'notes', agrees });
  holdRuntime(runtime);
  let loaded = 0;
  const confirmed = useConfirmed(async () => (loaded += 1));
  const done = await confirmed({ ask: { title: 'Delete?' }, work, done: 'Deleted.' });
  return { done, said: runtime.said, loaded };
}

describe('what is done after asking', () => {
  it('is said, and what is shown is loaded anew', async () => {
    expect(await run(true, async () => undefined)).toEqual({ done: true, said: ['Deleted.'], loaded: 1 });
  });

  it('is not done, and nothing is loaded, when the person declines', async () => {
    const work = () => Promise.reject(new Error('done all the same'));
    expect(await run(false, work)).toEqual({ done: false, said: [], loaded: 0 });
  });

  it('says why it failed, and loads anew, since what is shown may be old', async () => {
    const result = await run(true, () => Promise.reject(new Error('It is gone.')));
    expect(result).toEqual({ done: false, said: ['It is gone.'], loaded: 1 });
  });
});
