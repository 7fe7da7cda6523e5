import { useUnsavedInput } from '@platform/remote-app';
import { mount } from '@vue/test-utils';
import { describe, expect, it, vi, type Mock } from 'vitest';
import { defineComponent, h, nextTick, ref, useTemplateRef } from 'vue';
import { pageContextKey } from '@/shared/page';
import { watchTypedInput } from './typed-input.ts';
import { useViewInput } from './use-view-input.ts';

async function show() {
  const stops: Mock[] = [];
  const watchTyping = (root: HTMLElement): ReturnType<typeof watchTypedInput> => {
    const watched = watchTypedInput(root);
    const stop = vi.fn(() => watched.stop());
    stops.push(stop);
    return { holds: () => watched.holds(), stop };
  };
  const element = ref('section');
  const holds = ref(false);
  const unsaved: boolean[] = [];
  let input: ReturnType<typeof useViewInput> | undefined;
  const Part = defineComponent(() => {
    useUnsavedInput(holds);
    return () => null;
  });
  const View = defineComponent(() => {
    input = useViewInput(useTemplateRef<HTMLElement>('root'), watchTyping);
    return () => h(element.value, { ref: 'root', key: element.value }, [h('input'), h(Part)]);
  });
  const setUnsaved = (value: boolean): number => unsaved.push(value);
  const page = { setMark: () => undefined, setUnsaved };
  const view = mount(View, { global: { provide: { [pageContextKey as symbol]: page } } });
  await nextTick();
  return {
    view,
    element,
    holds,
    unsaved,
    inputHolds: () => input?.holds(),
    /** How often each watch was stopped. */
    stops: () => stops.map(({ mock }) => mock.calls.length),
  };
}

describe('input of a view', () => {
  it('includes declared and typed input', async () => {
    const { view, holds, unsaved, inputHolds } = await show();
    expect(inputHolds()).toBe(false);
    holds.value = true;
    await nextTick();
    expect([inputHolds(), unsaved]).toEqual([true, [true]]);
    holds.value = false;
    await nextTick();
    expect([inputHolds(), unsaved]).toEqual([false, [true, false]]);
    await view.get('input').setValue('typed');
    expect([inputHolds(), unsaved]).toEqual([true, [true, false]]);
  });

  it('is watched in the visible element only', async () => {
    const { view, element, inputHolds, stops } = await show();
    expect(stops()).toEqual([0]);
    element.value = 'article';
    await nextTick();
    expect(stops()).toEqual([1, 0]);
    await view.get('input').setValue('typed');
    expect(inputHolds()).toBe(true);
  });

  it('is not watched after the view is unmounted', async () => {
    const { view, stops } = await show();
    view.unmount();
    expect(stops()).toEqual([1]);
  });
});
