import { mount } from '@vue/test-utils';
import { defineComponent, h, nextTick, ref, withDirectives } from 'vue';
import { afterEach, describe, expect, it } from 'vitest';
import { vFramePart } from './frame-parts.ts';

const withMenu = ref(true);
const Frame = defineComponent({
  setup: () => () =>
    h('div', { class: 'frame' }, [
      withMenu.value ? withDirectives(h('aside', 'menu'), [[vFramePart]]) : undefined,
      withDirectives(h('header', 'bar'), [[vFramePart]]),
      withDirectives(h('main', 'page'), [[vFramePart]]),
    ]),
});
const shown = () => document.querySelector('.frame')?.textContent;

function open() {
  const place = document.body.appendChild(document.createElement('div'));
  return mount(Frame, { attachTo: place });
}

afterEach(() => {
  withMenu.value = true;
  document.body.replaceChildren();
});

describe('design 9.6-36: parts of the frame', () => {
  it.each([
    ['are taken out', () => document.querySelectorAll('aside, header').forEach((part) => part.remove())],
    ['are wiped away', () => (document.body.innerHTML = '<h1>Mine</h1>')],
    ['go with the body', () => document.body.replaceWith(document.createElement('body'))],
  ])('are put back, in order, when they %s', async (_how, harm) => {
    const frame = open();
    harm();
    await Promise.resolve();
    await Promise.resolve();
    expect(shown()).toBe('menubarpage');
    frame.unmount();
  });

  it('go when their component goes', async () => {
    const frame = open();
    withMenu.value = false;
    await nextTick();
    await Promise.resolve();
    expect(shown()).toBe('barpage');
    frame.unmount();
    await Promise.resolve();
    expect(shown()).toBeUndefined();
  });
});
