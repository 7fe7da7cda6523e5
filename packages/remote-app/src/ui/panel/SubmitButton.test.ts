import { afterEach, describe, expect, it } from 'vitest';
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
});
