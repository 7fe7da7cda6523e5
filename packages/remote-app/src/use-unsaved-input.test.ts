import { describe, expect, it } from 'vitest';
import { createApp, effectScope, nextTick, ref, type Ref } from 'vue';
import { unsavedInputKey, useUnsavedInput, type UnsavedInput } from './use-unsaved-input.ts';

/** A part of a view within a host, or within none. */
function part(dirty: Ref<boolean>, tell?: UnsavedInput) {
  const app = createApp({});
  if (tell) app.provide(unsavedInputKey, () => tell);
  const scope = effectScope();
  app.runWithContext(() => scope.run(() => useUnsavedInput(dirty)));
  return scope;
}

describe('useUnsavedInput', () => {
  it('reports to the host whether the component holds unsaved input', async () => {
    const told: boolean[] = [];
    const dirty = ref(false);
    const scope = part(dirty, (holds) => void told.push(holds));
    dirty.value = true;
    await nextTick();
    scope.stop();
    expect(told).toEqual([false, true, false]);
  });

  it('does nothing without a host', () => {
    expect(() => part(ref(true)).stop()).not.toThrow();
  });
});
