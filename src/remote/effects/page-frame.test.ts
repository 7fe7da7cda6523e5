import { mount } from '@vue/test-utils';
import { h, KeepAlive, onActivated, shallowRef, type Component } from 'vue';
import { afterEach, expect, it } from 'vitest';
import { notePageFrame, usePageFrame } from './page-frame.ts';

afterEach(() => {
  document.body.className = '';
  history.replaceState(null, '', '/');
});

it('design 9.6-36: title and classes of the body are put back when a view leaves', () => {
  document.title = 'Items';
  document.body.className = 'shell wide';
  const restore = notePageFrame();
  document.title = 'Mine';
  document.body.className = 'shell mine el-popup-parent--hidden';
  restore();
  expect(document.title).toBe('Items');
  expect([...document.body.classList].sort()).toEqual(['el-popup-parent--hidden', 'shell', 'wide']);
});

it('leaves the title of the page that has come in the meantime', () => {
  document.title = 'Items';
  const restore = notePageFrame();
  history.replaceState(null, '', '/members');
  document.title = 'Members';
  restore();
  expect(document.title).toBe('Members');
});

it('does so each time that a view leaves which is kept, and when it goes for good', async () => {
  const shows: string[] = [];
  const marks = (): string[] => [...document.body.classList];
  const View: Component = {
    setup() {
      document.body.classList.add('from-setup');
      onActivated(() => document.body.classList.add('from-activation'));
      return () => null;
    },
  };
  const Frame: Component = {
    setup() {
      usePageFrame('hello', () => {
        shows.push('came');
        return () => shows.push('left');
      });
      return () => h(View);
    },
  };
  const Other: Component = { render: () => null };
  const shown = shallowRef(Frame);
  const wrapper = mount({ render: () => h(KeepAlive, null, [h(shown.value)]) });
  expect(marks()).toEqual(['from-setup', 'from-activation']);
  shown.value = Other;
  await wrapper.vm.$nextTick();
  expect(marks()).toEqual([]);
  expect(shows).toEqual(['came', 'left']);
  document.body.className = 'of-shell';
  wrapper.unmount();
  expect(marks()).toEqual(['of-shell']);
});
