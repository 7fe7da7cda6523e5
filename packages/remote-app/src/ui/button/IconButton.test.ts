import { mount } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { X } from '../icons.ts';
import IconButton from './IconButton.vue';

const label = 'Remove the view';

it('is called by its label, for screen readers and on hover, and submits no form', () => {
  const button = mount(IconButton, { props: { icon: X, label } }).get('button');
  expect(button.attributes()).toMatchObject({ type: 'button', title: label, 'aria-label': label });
  expect(button.classes()).toEqual(['icon-button']);
  expect(button.get('svg').attributes()).toMatchObject({ width: '16', 'aria-hidden': 'true' });
  expect(button.text()).toBe('');
});

it('takes another tooltip, another size, states and a mark', async () => {
  const click = vi.fn();
  const view = mount(IconButton, {
    props: { icon: X, label, size: 14 },
    attrs: { title: 'Remove (Del)', class: 'star', disabled: true, 'aria-pressed': true, onClick: click },
    slots: { default: '<b>3</b>' },
  });
  const button = view.get('button');
  expect(button.attributes()).toMatchObject({ title: 'Remove (Del)', 'aria-label': label });
  expect(button.attributes()).toMatchObject({ 'aria-pressed': 'true', disabled: '' });
  expect(button.classes().toSorted()).toEqual(['icon-button', 'star']);
  expect([button.get('svg').attributes('width'), button.text()]).toEqual(['14', '3']);
  await view.setProps({ label: 'Keep it' });
  expect(button.attributes('aria-label')).toBe('Keep it');
  (view.element as HTMLButtonElement).disabled = false;
  await button.trigger('click');
  expect(click).toHaveBeenCalledOnce();
});

it('takes the focus', () => {
  const view = mount(IconButton, { props: { icon: X, label }, attachTo: document.body });
  (view.vm as unknown as HTMLElement).focus();
  expect(document.activeElement).toBe(view.element);
  view.unmount();
});
