import { describe, expect, it } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import StateTag from './StateTag.vue';

describe('StateTag', () => {
  it('shows an exception by word, icon and colour', () => {
    const wrapper = mountShared(StateTag, { props: { state: 'notLoaded' } });
    expect(wrapper.text()).toBe('Not loaded');
    expect(wrapper.find('svg').exists()).toBe(true);
  });

  it('shows a normal state as a grey word', () => {
    const wrapper = mountShared(StateTag, { props: { state: 'enabled' } });
    expect(wrapper.text()).toBe('Enabled');
    expect(wrapper.find('svg').exists()).toBe(false);
    expect(wrapper.attributes('data-tone')).toBe('good');
  });
});
