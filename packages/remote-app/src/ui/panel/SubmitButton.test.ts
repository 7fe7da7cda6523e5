import { afterEach, describe, expect, it } from 'vitest';
import { nextTick } from 'vue';
import { mountPart } from '../testing/within-setup.ts';
import SubmitButton from './SubmitButton.vue';

afterEach(() => {
  document.body.innerHTML = '';
});

describe('SubmitButton', () => {
  it('ignores clicks while busy', async () => {
    const wrapper = mountPart(SubmitButton, { props: { busy: false } });
    await wrapper.trigger('click');
    await wrapper.setProps({ busy: true });
    await wrapper.trigger('click');
    expect(wrapper.emitted('press')).toHaveLength(1);
    expect(wrapper.attributes('aria-busy')).toBe('true');
  });

  it('keeps the focus where its work leaves nothing to do, and is not pressed', async () => {
    const wrapper = mountPart(SubmitButton, { props: { disabled: false } });
    const button = wrapper.element as HTMLButtonElement;
    button.focus();
    await wrapper.setProps({ disabled: true });
    expect(button.disabled).toBe(false);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await wrapper.trigger('click');
    expect(wrapper.emitted('press')).toBeUndefined();
    button.blur();
    await nextTick();
    expect(button.disabled).toBe(true);
  });
});
