import { uiServicesKey, unsavedInputKey } from '@platform/remote-app';
import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineComponent, h, nextTick, reactive, ref } from 'vue';
import { createMemoryHistory, createRouter, type Router } from 'vue-router';
import { testUi } from '../testing/within-setup.ts';
import { focusFirstField } from './first-field.ts';
import { useInputGuard } from './use-input-guard.ts';

const blank = defineComponent({ render: () => h('div') });

describe('findings: interface 5: asks before it discards typed input', () => {
  const form = reactive({ name: '' });
  const open = ref(false);
  const marks: boolean[] = [];
  /** The question that is open, with how to answer it. */
  let asked: { title: string; answer: (agrees: boolean) => void } | undefined;
  let router: Router;
  let guard: ReturnType<typeof useInputGuard>;
  let unmount = () => {};

  beforeEach(async () => {
    form.name = '';
    open.value = false;
    marks.length = 0;
    asked = undefined;
    router = createRouter({
      history: createMemoryHistory(),
      routes: ['/', '/other'].map((path) => ({ path, component: blank })),
    });
    await router.push('/');
    const owner = defineComponent({
      setup() {
        guard = useInputGuard(open, () => form);
        return () => h('div');
      },
    });
    const ui = {
      ...testUi().ui,
      confirm: ({ title }: { title: string }) =>
        new Promise<boolean>((resolve) => {
          asked = { title, answer: resolve };
        }),
    };
    const unsaved = () => (holds: boolean) => void marks.push(holds);
    const provide = { [uiServicesKey]: ui, [unsavedInputKey]: unsaved };
    const wrapper = mount(owner, { global: { plugins: [router], provide } });
    unmount = () => wrapper.unmount();
    form.name = 'as it was';
    open.value = true;
    await nextTick();
  });
  afterEach(() => unmount());

  const reload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('closes, navigates and reloads at once without changes', async () => {
    expect(reload()).toBe(false);
    await router.push('/other');
    expect(router.currentRoute.value.path).toBe('/other');
    await guard.close();
    expect([open.value, asked]).toEqual([false, undefined]);
  });

  it('asks before it closes, and stays open when the user declines', async () => {
    form.name = 'typed';
    await nextTick();
    expect(marks.at(-1)).toBe(true);
    expect(reload()).toBe(true);
    const closing = guard.close();
    await flushPromises();
    expect(asked?.title).toBe('Discard what you have typed?');
    asked?.answer(false);
    await closing;
    expect([open.value, form.name]).toEqual([true, 'typed']);

    const again = guard.close();
    await flushPromises();
    asked?.answer(true);
    await again;
    await nextTick();
    expect([open.value, marks.at(-1), reload()]).toEqual([false, false, false]);
  });

  it('asks before a navigation', async () => {
    form.name = 'typed';
    await nextTick();
    const leaving = router.push('/other');
    await flushPromises();
    asked?.answer(false);
    await leaving;
    expect([router.currentRoute.value.path, open.value]).toEqual(['/', true]);

    const again = router.push('/other');
    await flushPromises();
    asked?.answer(true);
    await again;
    expect([router.currentRoute.value.path, open.value]).toEqual(['/other', false]);
  });

  it('asks nothing once its page is gone', async () => {
    form.name = 'typed';
    await nextTick();
    unmount();
    unmount = () => {};
    await router.push('/other');
    expect([asked, router.currentRoute.value.path, reload()]).toEqual([undefined, '/other', false]);
  });

  it('asks nothing once the input is restored or saved', async () => {
    form.name = 'typed';
    await nextTick();
    form.name = 'as it was';
    await guard.close();
    expect(open.value).toBe(false);
    open.value = true;
    await nextTick();
    form.name = 'typed';
    open.value = false;
    await nextTick();
    await router.push('/other');
    expect(router.currentRoute.value.path).toBe('/other');
  });
});

describe('findings: interface 9: focuses the first field', () => {
  const within = (html: string) => {
    const content = document.createElement('div');
    content.tabIndex = -1;
    content.innerHTML = html;
    document.body.replaceChildren(content);
    return content;
  };

  it.each([
    ['<button>a</button><input id="wanted"><input>'],
    ['<input type="hidden"><input disabled><input readonly><textarea id="wanted"></textarea>'],
    ['<div hidden><input></div><select id="wanted"></select>'],
    ['<input readonly><input role="combobox" readonly id="wanted"><input>'],
    ['<input><textarea id="wanted" data-first></textarea>'],
  ])('%s', (html) => {
    const content = within(html);
    if (html.includes('data-first')) content.querySelector<HTMLElement>('#wanted')?.focus();
    focusFirstField(content);
    expect(document.activeElement?.id).toBe('wanted');
  });

  it('focuses the content when there is no field', () => {
    const content = within('<button>Install</button>');
    focusFirstField(content);
    expect(document.activeElement).toBe(content);
  });
});
