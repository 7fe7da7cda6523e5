import { mount } from '@vue/test-utils';
import { defineComponent, h } from 'vue';

/** Runs a composable inside a component; `unmount` ends its scope. */
export function withinSetup<T>(composable: () => T): { result: T; unmount: () => void } {
  let result: T | undefined;
  const wrapper = mount(
    defineComponent({
      setup() {
        result = composable();
        return () => h('div');
      },
    }),
  );
  return { result: result as T, unmount: () => wrapper.unmount() };
}
