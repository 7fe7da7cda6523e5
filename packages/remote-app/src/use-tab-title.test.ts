import { describe, expect, it } from 'vitest';
import { createApp, effectScope, nextTick, ref, type Ref } from 'vue';
import { tabTitleKey, useTabTitle, type TabTitle } from './use-tab-title.ts';

/** A view within a host, or within none. */
function view(title: Ref<string | undefined>, name?: TabTitle) {
  const app = createApp({});
  if (name) app.provide(tabTitleKey, name);
  const scope = effectScope();
  app.runWithContext(() => scope.run(() => useTabTitle(title)));
  return scope;
}

describe('useTabTitle', () => {
  it('names the tab once there is a title, which stays after the view has ended', async () => {
    const told: string[] = [];
    const title = ref<string>();
    const scope = view(title, (name) => void told.push(name));
    title.value = 'Drill 7';
    await nextTick();
    title.value = '';
    await nextTick();
    title.value = 'Drill 8';
    await nextTick();
    scope.stop();
    title.value = 'Drill 9';
    await nextTick();
    expect(told).toEqual(['Drill 7', 'Drill 8']);
  });

  it('does nothing without a host', () => {
    expect(() => view(ref('Drill 7')).stop()).not.toThrow();
  });
});
