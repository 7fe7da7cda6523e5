import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineComponent, h, nextTick, reactive, ref } from 'vue';
import { createI18n } from 'vue-i18n';
import { createMemoryHistory, createRouter, type Router } from 'vue-router';
import { confirmKey, createConfirmService } from '../feedback/index.ts';
import messages from '../i18n/messages/en-US.ts';
import { pageContextKey } from '../page/index.ts';
import { focusFirstField } from './first-field.ts';
import { useInputGuard } from './use-input-guard.ts';

const blank = defineComponent({ render: () => h('div') });

describe('findings: interface 5: typed input is not lost unasked', () => {
  const form = reactive({ name: '' });
  const open = ref(false);
  const marks: boolean[] = [];
  let confirm = createConfirmService();
  let router: Router;
  let guard: ReturnType<typeof useInputGuard>;
  let unmount = () => {};

  beforeEach(async () => {
    form.name = '';
    open.value = false;
    marks.length = 0;
    confirm = createConfirmService();
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
    const i18n = createI18n({ legacy: false, locale: 'en-US', messages: { 'en-US': { shared: messages } } });
    const page = { setTitle() {}, setMark() {}, setUnsaved: (unsaved: boolean) => void marks.push(unsaved) };
    const provide = { [confirmKey as symbol]: confirm, [pageContextKey as symbol]: page };
    const wrapper = mount(owner, { global: { plugins: [i18n, router], provide } });
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

  it('closes, moves on and reloads at once while nothing has changed', async () => {
    expect(reload()).toBe(false);
    await router.push('/other');
    expect(router.currentRoute.value.path).toBe('/other');
    await guard.close();
    expect([open.value, confirm.open.value]).toEqual([false, undefined]);
  });

  it('asks before it closes, and stays when the answer is no', async () => {
    form.name = 'typed';
    await nextTick();
    expect(marks.at(-1)).toBe(true);
    expect(reload()).toBe(true);
    const closing = guard.close();
    await flushPromises();
    expect(confirm.open.value?.title).toBe('Discard what you have typed?');
    confirm.open.value?.answer(false);
    await closing;
    expect([open.value, form.name]).toEqual([true, 'typed']);

    const again = guard.close();
    await flushPromises();
    confirm.open.value?.answer(true);
    await again;
    await nextTick();
    expect([open.value, marks.at(-1), reload()]).toEqual([false, false, false]);
  });

  it('asks before another page is shown', async () => {
    form.name = 'typed';
    await nextTick();
    const leaving = router.push('/other');
    await flushPromises();
    confirm.open.value?.answer(false);
    await leaving;
    expect([router.currentRoute.value.path, open.value]).toEqual(['/', true]);

    const again = router.push('/other');
    await flushPromises();
    confirm.open.value?.answer(true);
    await again;
    expect([router.currentRoute.value.path, open.value]).toEqual(['/other', false]);
  });

  it('asks nobody once the input was put back or saved', async () => {
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

describe('findings: interface 9: the focus lands in the first field', () => {
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
    ['<input><textarea id="wanted" data-first></textarea>'],
  ])('%s', (html) => {
    const content = within(html);
    if (html.includes('data-first')) content.querySelector<HTMLElement>('#wanted')?.focus();
    focusFirstField(content);
    expect(document.activeElement?.id).toBe('wanted');
  });

  it('and on the content where there is none', () => {
    const content = within('<button>Install</button>');
    focusFirstField(content);
    expect(document.activeElement).toBe(content);
  });
});
