import { mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineComponent, h, nextTick, reactive, Teleport, useTemplateRef } from 'vue';
import { useKeptFocus } from './use-kept-focus.ts';

const all = () => ({ rows: ['a', 'b', 'c'], page: true, panel: false, step: 1, enabled: true });
const state = reactive(all());
const button = (id: string, disabled = false) => h('button', { id, disabled }, id);
const Page = defineComponent({
  setup() {
    useKeptFocus(useTemplateRef<HTMLElement>('page'));
    return () =>
      h('div', [
        button('outside'),
        h('main', { ref: 'page', tabindex: -1 }, [
          state.page
            ? h('section', { key: 'page' }, [
                h('input', { type: 'search' }),
                button('add'),
                button('next', !state.enabled),
                h(
                  'ul',
                  state.rows.map((row) =>
                    h('li', { key: row }, [button(`open-${row}`), button(`end-${row}`)]),
                  ),
                ),
              ])
            : h('section', { key: 'other' }, [button('of-other')]),
        ]),
        h(Teleport, { to: 'body' }, [
          state.panel
            ? h('div', { role: 'dialog' }, [
                h('div', { key: state.step }, [button(`step-${state.step}`)]),
                button('close'),
              ])
            : undefined,
        ]),
      ]);
  },
});

let wrapper: VueWrapper;
beforeEach(async () => {
  Object.assign(state, all());
  wrapper = mount(Page, { attachTo: document.body });
  await nextTick();
});
afterEach(() => wrapper.unmount());

const settle = async () => {
  for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
};
const focus = (id: string) => document.getElementById(id)?.focus();
const focused = () => document.activeElement?.id || document.activeElement?.tagName;

describe('design 8.4: the focus of a removed element', () => {
  it.each([
    ['end-b', ['a', 'c'], 'end-c'],
    ['end-c', ['a', 'b'], 'end-b'],
    ['end-a', [], 'add'],
  ])('of the row of %s goes to its like, else to what is around', async (id, rows, next) => {
    focus(id);
    state.rows = rows;
    await settle();
    expect(focused()).toBe(next);
  });

  it('goes to what is beside it when it is disabled, such as the step past the last page', async () => {
    focus('next');
    state.enabled = false;
    await settle();
    expect(focused()).toBe('add');
  });

  it('stays on an element whose row is moved', async () => {
    focus('end-a');
    state.rows = ['b', 'c', 'a'];
    await settle();
    expect(focused()).toBe('end-a');
  });

  it('goes to the page when another page is shown', async () => {
    focus('end-b');
    state.page = false;
    await settle();
    expect(focused()).toBe('MAIN');
  });

  it('stays where a component has moved it', async () => {
    focus('end-b');
    state.rows = ['a', 'c'];
    await nextTick();
    focus('add');
    await settle();
    expect(focused()).toBe('add');
  });

  it('is left alone where it was not on what is removed', async () => {
    focus('end-b');
    focus('outside');
    document.getElementById('outside')?.blur();
    state.rows = [];
    await settle();
    expect(focused()).toBe('BODY');
  });
});

describe('design 8.4: the focus of a panel', () => {
  it('stays in it when a step replaces another', async () => {
    focus('end-b');
    state.panel = true;
    await nextTick();
    focus('step-1');
    state.step = 2;
    await settle();
    expect(focused()).toBe('step-2');
  });

  it('goes back to what opened it, or to what has taken its place', async () => {
    for (const [rows, next] of [
      [['a', 'b', 'c'], 'end-b'],
      [['a', 'c'], 'end-c'],
    ] as const) {
      state.rows = ['a', 'b', 'c'];
      await nextTick();
      focus('end-b');
      state.panel = true;
      await nextTick();
      focus('close');
      state.rows = [...rows];
      state.panel = false;
      await settle();
      expect(focused()).toBe(next);
    }
  });

  it('goes there, too, where the panel itself has moved it to the page', async () => {
    focus('end-b');
    state.panel = true;
    await nextTick();
    focus('close');
    state.rows = ['a', 'c'];
    state.panel = false;
    await nextTick();
    document.querySelector('main')?.focus();
    await settle();
    expect(focused()).toBe('end-c');
  });
});
