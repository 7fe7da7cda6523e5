import { mount } from '@vue/test-utils';
import { h, KeepAlive, onActivated, shallowRef, type Component } from 'vue';
import { afterEach, expect, it, vi } from 'vitest';
import { createBodyParts } from './body-parts.ts';
import { recordPageFrame, usePageFrame } from './page-frame.ts';

afterEach(() => {
  document.body.className = '';
  history.replaceState(null, '', '/');
});

it('design 9.6-36: title and body classes are restored when a view leaves', () => {
  document.title = 'Items';
  document.body.className = 'shell wide';
  const restore = recordPageFrame();
  document.title = 'Mine';
  document.body.className = 'shell mine el-popup-parent--hidden';
  restore();
  expect(document.title).toBe('Items');
  expect([...document.body.classList].sort()).toEqual(['el-popup-parent--hidden', 'shell', 'wide']);
});

it('keeps the title of the next page', () => {
  document.title = 'Items';
  const restore = recordPageFrame();
  history.replaceState(null, '', '/members');
  document.title = 'Members';
  restore();
  expect(document.title).toBe('Members');
});

it('restores them each time a cached view leaves, and when it is unmounted', async () => {
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
      usePageFrame({
        app: 'hello',
        bodyParts: createBodyParts(),
        onShow() {
          shows.push('came');
          return () => shows.push('left');
        },
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

it('restores them when a view that is not cached leaves', () => {
  const left = vi.fn();
  const view = mount({
    setup() {
      usePageFrame({ app: 'hello', bodyParts: createBodyParts(), onShow: () => left });
      document.body.classList.add('mine');
      return () => null;
    },
  });
  expect(left).not.toHaveBeenCalled();
  view.unmount();
  expect(left).toHaveBeenCalledOnce();
  expect(document.body.classList.contains('mine')).toBe(false);
});
