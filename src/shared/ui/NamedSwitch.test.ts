import { expect, it } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import NamedSwitch from './NamedSwitch.vue';

it('findings: interface: a switch is named by the text beside it', () => {
  const wrapper = mountShared(NamedSwitch, { props: { label: 'Enabled', modelValue: true } });
  expect(wrapper.get('[role=switch]').attributes('aria-label')).toBe('Enabled');
  expect(wrapper.text()).toContain('Enabled');
});
