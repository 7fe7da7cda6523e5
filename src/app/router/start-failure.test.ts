// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import { createStartFailure } from './start-failure.ts';

describe('start failure', () => {
  it('is kept until the first page is shown', async () => {
    let down = true;
    const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/a', component: {} }] });
    router.beforeEach(() => {
      if (down) throw new Error('down');
    });
    const start = createStartFailure(router, () => '/a');
    router.onError((error) => void start.take(error));
    await start.retry();
    expect(start.error.value).toEqual(new Error('down'));
    down = false;
    await start.retry();
    expect(start.error.value).toBeUndefined();
    expect(start.take(new Error('later'))).toBe(false);
  });
});
