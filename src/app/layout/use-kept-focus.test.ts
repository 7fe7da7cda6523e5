import { mount } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { defineComponent, h, nextTick, ref, useTemplateRef } from 'vue';
import { useKeptFocus } from './use-kept-focus.ts';

const shown = ref(true);
const enabled = ref(true);
const Page = defineComponent({
  setup() {
    useKeptFocus(useTemplateRef<HTMLElement>('page'));
    return () =>
      h('div', [
        h('button', { id: 'outside' }),
        h('main', { ref: 'page', tabindex: -1 }, [
          shown.value ? h('button', { id: 'remove' }) : undefined,
          h('button', { id: 'other', disabled: !enabled.value }),
        ]),
      ]);
  },
});

const settle = async () => {
  for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
};
const shownPage = async () => {
  const wrapper = mount(Page, { attachTo: document.body });
  await nextTick();
  return wrapper;
};
const byId = (id: string) => document.getElementById(id) as HTMLElement;

afterEach(() => (shown.value = enabled.value = true));

describe('design 8.4: the focus of a page', () => {
  it('goes to the page where its element is removed', async () => {
    const wrapper = await shownPage();
    byId('remove').focus();
    shown.value = false;
    await settle();
    expect(document.activeElement?.tagName).toBe('MAIN');
    wrapper.unmount();
  });

  it('goes to the page where its element is disabled, such as the step past the last page', async () => {
    const wrapper = await shownPage();
    byId('other').focus();
    enabled.value = false;
    await settle();
    expect(document.activeElement?.tagName).toBe('MAIN');
    wrapper.unmount();
  });

  it('stays where a component has moved it', async () => {
    const wrapper = await shownPage();
    byId('remove').focus();
    shown.value = false;
    await nextTick();
    byId('other').focus();
    await settle();
    expect(document.activeElement).toBe(byId('other'));
    wrapper.unmount();
  });

  it('is left alone where it was not on what is removed', async () => {
    const wrapper = await shownPage();
    byId('remove').focus();
    byId('outside').focus();
    byId('outside').blur();
    shown.value = false;
    await settle();
    expect(document.activeElement).toBe(document.body);
    wrapper.unmount();
  });
});
