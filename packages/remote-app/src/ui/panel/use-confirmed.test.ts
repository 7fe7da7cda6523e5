import { describe, expect, it } from 'vitest';
import { testUi, withinSetup } from '../testing/within-setup.ts';
import { useConfirmed } from './use-confirmed.ts';

async function run(agrees: boolean, work: () => Promise<unknown>) {
  const { runtime, ui } = testUi({ agrees });
  let loaded = 0;
  const { result: confirmed } = withinSetup(() => useConfirmed(async () => (loaded += 1)), ui);
  const done = await confirmed({ ask: { title: 'Delete?' }, work, done: 'Deleted.' });
  return { done, said: runtime.said, loaded };
}

describe('confirmed work', () => {
  it("reports success and reloads the page's data", async () => {
    expect(await run(true, async () => undefined)).toEqual({ done: true, said: ['Deleted.'], loaded: 1 });
  });

  it('does not run, and reloads nothing, when the user declines', async () => {
    const work = () => Promise.reject(new Error('done all the same'));
    expect(await run(false, work)).toEqual({ done: false, said: [], loaded: 0 });
  });

  it('reports its failure and reloads, because the page may be stale', async () => {
    const result = await run(true, () => Promise.reject(new Error('It is gone.')));
    expect(result).toEqual({ done: false, said: ['It is gone.'], loaded: 1 });
  });
});
