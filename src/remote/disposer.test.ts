// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createDisposer } from './disposer.ts';

describe('dispose', () => {
  it('runs cleanups in reverse, once, and continues when one throws', () => {
    const order: string[] = [];
    const { add, dispose } = createDisposer((error) => order.push((error as Error).message));
    add(() => order.push('first'));
    add(() => {
      throw new Error('second failed');
    });
    add(() => order.push('third'));
    dispose();
    dispose();
    expect(order).toEqual(['third', 'second failed', 'first']);
  });

  it('runs a late cleanup at once', () => {
    const order: string[] = [];
    const { add, dispose } = createDisposer(() => {});
    dispose();
    add(() => order.push('late'));
    expect(order).toEqual(['late']);
  });
});
