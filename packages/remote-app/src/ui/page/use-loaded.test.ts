// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { effectScope } from 'vue';
import { useLoaded } from './use-loaded.ts';

/** Questions whose answers the test gives. */
function asked() {
  const questions: Array<PromiseWithResolvers<string> & { signal: AbortSignal }> = [];
  const scope = effectScope();
  const loaded = scope.run(() =>
    useLoaded(
      (signal) => {
        const question = { ...Promise.withResolvers<string>(), signal };
        questions.push(question);
        return question.promise;
      },
      undefined,
      { lazy: true },
    ),
  )!;
  return { questions, loaded, scope };
}

describe('loaded data', () => {
  it('comes from the last request, whatever the order of responses', async () => {
    const { questions, loaded } = asked();
    const first = loaded.reload();
    const second = loaded.reload();
    expect(questions[0]?.signal.aborted).toBe(true);
    questions[1]?.resolve('second');
    questions[0]?.resolve('first');
    await Promise.all([first, second]);
    expect([loaded.data.value, loaded.loading.value]).toEqual(['second', false]);
  });

  it('stays when a later request fails, until it is cleared', async () => {
    const { questions, loaded } = asked();
    const first = loaded.reload();
    questions[0]?.resolve('there');
    await first;
    const second = loaded.reload();
    questions[1]?.reject(new Error('no answer'));
    await second;
    expect([loaded.data.value, loaded.error.value?.message]).toEqual(['there', 'no answer']);
    loaded.clear();
    expect([loaded.data.value, loaded.error.value]).toEqual([undefined, undefined]);
  });

  it('is not awaited once the page is unmounted', async () => {
    const { questions, loaded, scope } = asked();
    const load = loaded.reload();
    scope.stop();
    questions[0]?.resolve('late');
    await load;
    expect([questions[0]?.signal.aborted, loaded.data.value]).toEqual([true, undefined]);
  });
});
