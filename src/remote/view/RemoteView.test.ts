import { useTabTitle, useUnsavedInput } from '@platform/remote-app';
import { flushPromises, mount } from '@vue/test-utils';
import { defineStore } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  defineAsyncComponent,
  h,
  KeepAlive,
  nextTick,
  onActivated,
  onDeactivated,
  onMounted,
  onUnmounted,
  ref,
  Suspense,
  watch,
  type Component,
} from 'vue';
import { createRemoteHost } from '../host.ts';
import { container, createFakeAdapter } from '../testing/fake-adapter.ts';
import { createTestServices } from '../testing/services.ts';
import { appOf, showView, type Views } from '../testing/show-view.ts';
import RemoteView from './RemoteView.vue';

const text = (content: string): Component => ({ render: () => h('p', content) });
const failing = (where: (fail: () => never) => void): Component => ({
  render: () => null,
  setup() {
    where(() => {
      throw new Error('went wrong');
    });
    return () => h('p', 'content');
  },
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a remote view', () => {
  it('is shown in an element that carries the application’s code', async () => {
    const { view } = showView({ list: text('the list') });
    await flushPromises();
    expect(view.get('[data-app="hello"][data-view="list"]').text()).toBe('the list');
    expect(view.attributes('aria-busy')).toBe('false');
  });

  it('names its tab after what it shows', async () => {
    const machine = ref<string>();
    const { titles } = showView({
      list: {
        setup() {
          useTabTitle(machine);
          return () => h('p', machine.value);
        },
      },
    });
    await flushPromises();
    machine.value = 'Drill 7';
    await nextTick();
    expect(titles).toEqual(['Drill 7']);
  });

  it('shows a skeleton after 150 ms, not before', async () => {
    const { view } = showView({ list: () => new Promise<Component>(() => {}) });
    await vi.advanceTimersByTimeAsync(149);
    expect(view.find('.skeleton').exists()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(view.find('.skeleton').exists()).toBe(true);
  });

  it('waits for an asynchronous setup, with a skeleton', async () => {
    const { view } = showView({
      list: {
        async setup() {
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          return () => h('p', 'the list');
        },
      },
    });
    await vi.advanceTimersByTimeAsync(500);
    expect([view.text(), view.find('.skeleton').exists()]).toEqual(['Loading…', true]);
    await vi.advanceTimersByTimeAsync(500);
    expect(view.text()).toBe('the list');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(view.text()).toBe('the list');
  });

  it('waits for the asynchronous setup of a part, which Vue would never show without Suspense', async () => {
    vi.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
    const part = (says: string): Component => ({
      async setup() {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return () => h('i', says);
      },
    });
    const lazy = defineAsyncComponent({
      loader: () => new Promise<Component>(() => {}),
      loadingComponent: text('its own waiting'),
      delay: 0,
    });
    const { view } = showView({
      list: { render: () => h('div', [h(text('the list')), h('p', h(part('a part')))]) },
      lazy: { render: () => h('div', h(lazy)) },
      own: {
        render: () => h(Suspense, null, { default: () => h(part('waited for')), fallback: () => 'its own' }),
      },
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(view.find('.skeleton').exists()).toBe(true);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(view.text()).toBe('the lista part');
    await view.setProps({ viewKey: 'lazy' });
    await vi.advanceTimersByTimeAsync(500);
    expect(view.text()).toBe('its own waiting');
    await view.setProps({ viewKey: 'own' });
    await vi.advanceTimersByTimeAsync(500);
    expect(view.text()).toBe('its own');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(view.text()).toBe('waited for');
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no connection')), 'no connection'],
    ['does not end within 8 s', () => new Promise(() => {}), 'no result within 8 s'],
  ])('shows the error page when an asynchronous setup %s, and recovers', async (_what, wait, says) => {
    let broken = true;
    const { view } = showView({
      list: {
        async setup() {
          if (broken) await wait();
          return () => h('p', 'the list');
        },
      },
    });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(view.get('[role="alert"]').text()).toContain(says);
    broken = false;
    await view.get('[role="alert"] button').trigger('click');
    await flushPromises();
    expect(view.text()).toBe('the list');
  });

  it.each([
    ['at once', undefined],
    ['asynchronously', () => Promise.resolve()],
  ])(
    'with %s setup is notified each time that it is shown and hidden, from the first time on',
    async (_how, wait) => {
      const told: string[] = [];
      const hooks = (): void => {
        onActivated(() => told.push('comes'));
        onDeactivated(() => told.push('goes'));
        onUnmounted(() => told.push('ends'));
      };
      const draw = () => h('p', 'the list');
      const asynchronously = async () => {
        hooks();
        await wait?.();
        return draw;
      };
      const atOnce = () => {
        hooks();
        return draw;
      };
      const view = { setup: wait ? asynchronously : atOnce };
      const { adapter } = createFakeAdapter(() =>
        container(() => ({ manifest: { code: 'hello', version: '1.0.0' }, views: { list: view } })),
      );
      const { services } = createTestServices({ adapter, fetchApps: async () => [appOf('1.0.0')] });
      const shown = ref(true);
      const page = mount(
        () => h(KeepAlive, () => (shown.value ? h(RemoteView, { code: 'hello', viewKey: 'list' }) : h('i'))),
        { global: { plugins: [services.pinia, services.router, createRemoteHost(services)] } },
      );
      await flushPromises();
      expect(told).toEqual(['comes']);
      shown.value = false;
      await flushPromises();
      shown.value = true;
      await flushPromises();
      expect(told).toEqual(['comes', 'goes', 'comes']);
      page.unmount();
      expect(told).toEqual(['comes', 'goes', 'comes', 'goes', 'ends']);
    },
  );

  it('follows its properties', async () => {
    const { view } = showView({ list: text('the list'), demo: text('the demo') });
    await flushPromises();
    await view.setProps({ viewKey: 'demo' });
    await flushPromises();
    expect(view.text()).toBe('the demo');
  });

  it('gives stores of the application’s own Pinia', async () => {
    const useCounter = defineStore('counter', { state: () => ({ n: 1 }) });
    const { view } = showView((_attempt, { pinia }) => {
      useCounter(pinia).n = 42;
      return { list: { setup: () => () => h('p', useCounter().n) } };
    });
    await flushPromises();
    expect(view.text()).toBe('42');
  });
});

describe('spec: Errors/remote view artifacts not at the web server directory: ‘remote view unavailable’', () => {
  it('shows stage, cause and code in the view’s place, and recovers by Retry without a reload', async () => {
    const { view, entries } = showView((attempt) => {
      if (attempt === 1) throw new Error('boom in install');
      return { list: text('recovered') };
    });
    await flushPromises();
    expect(view.get('h2').text()).toBe('Remote view unavailable');
    expect(view.text()).toContain('it failed to start');
    expect(view.text()).toContain('boom in install');
    expect(view.text()).toContain('REMOTE_INSTALL_FAILED');
    await view.get('button').trigger('click');
    await flushPromises();
    expect(view.text()).toBe('recovered');
    expect(entries).toHaveLength(2);
  });

  it('copies the details', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(
      async (content) => void copied.push(content),
    );
    const { view } = showView({}, 'nope');
    await flushPromises();
    await view.findAll('button')[1]?.trigger('click');
    await flushPromises();
    expect(copied[0]).toContain('Code: REMOTE_VIEW_MISSING');
    expect(view.findAll('button')[1]?.text()).toBe('Copied');
  });

  it('copies the details on an unencrypted page without a clipboard', async () => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
    const execCommand = vi.fn(() => true);
    Object.assign(document, { execCommand });
    const { view } = showView({}, 'nope');
    await flushPromises();
    await view.findAll('button')[1]?.trigger('click');
    await flushPromises();
    expect(execCommand).toHaveBeenCalledWith('copy');
    expect(view.findAll('button')[1]?.text()).toBe('Copied');
    vi.restoreAllMocks();
  });
});

describe('design 9.6-34: errors of a view that is shown', () => {
  it('in setup or first mount: the page', async () => {
    for (const list of [failing((fail) => fail()), failing((fail) => onMounted(fail))]) {
      const { view, notices } = showView({ list });
      await flushPromises();
      expect(view.text()).toContain('this view failed to render');
      expect(notices).toEqual([]);
    }
  });

  it('in a handler or watcher: a notice, and the view stays', async () => {
    const source = ref(0);
    const list: Component = {
      setup() {
        watch(source, () => {
          throw new Error('watcher went wrong');
        });
        const click = () => {
          throw new Error('handler went wrong');
        };
        return () => h('button', { onClick: click }, 'press');
      },
    };
    const { view, notices, reported } = showView({ list });
    await flushPromises();
    await view.get('button').trigger('click');
    source.value++;
    await nextTick();
    expect(view.text()).toBe('press');
    expect(notices).toEqual(['An error occurred in Hello', 'An error occurred in Hello']);
    expect(reported).toHaveLength(2);
  });

  it('while leaving: the log', async () => {
    const { view, notices, reported } = showView({
      list: failing((fail) => onUnmounted(fail)),
      demo: text('the demo'),
    });
    await flushPromises();
    await view.setProps({ viewKey: 'demo' });
    await flushPromises();
    expect(view.text()).toBe('the demo');
    expect(notices).toEqual([]);
    expect(reported).toEqual([expect.stringContaining('went wrong')]);
  });
});

describe('an application that is disposed while its view is on screen', () => {
  it('is loaded and shown again', async () => {
    const { view, host } = showView((attempt) => ({ list: text(`load ${attempt}`) }));
    await flushPromises();
    host.loader.dispose('hello');
    await flushPromises();
    expect(view.text()).toBe('load 2');
  });
});

describe('design 5.2: an application that is upgraded while its view is on screen', () => {
  const form = (attempt: number): Views => ({
    list: { render: () => h('div', [h('input', { class: 'title' }), `load ${attempt}`]) },
  });

  it('updates at once without input', async () => {
    const { view, change, entries } = showView(form);
    await flushPromises();
    await change('1.1.0');
    expect(view.text()).toBe('load 2');
    expect(entries.at(-1)).toContain('v=1.1.0');
  });

  it('keeps input, offers the update, and reloads the view on request', async () => {
    const { view, change, marks, agree } = showView(form);
    await flushPromises();
    const input = view.get<HTMLInputElement>('input').element;
    await view.get('input').setValue('half a sen');
    await change('1.1.0');
    expect(view.get('[role=status]').text()).toContain('Hello 1.1.0 is installed.');
    expect(view.get<HTMLInputElement>('input').element).toBe(input);
    expect(marks.at(-1)).toBe('update');

    agree(false);
    await view.get('[role=status] button').trigger('click');
    await flushPromises();
    expect(view.get<HTMLInputElement>('input').element.value).toBe('half a sen');
    agree(true);
    await view.get('[role=status] button').trigger('click');
    await flushPromises();
    expect(view.text()).toBe('load 2');
    expect(view.find('[role=status]').exists()).toBe(false);
    expect(marks.at(-1)).toBeUndefined();
  });

  it('applies a development build at once, and keeps the scroll position', async () => {
    let page: Element | null = null;
    const { view, change, entries } = showView((attempt) => ({
      list: {
        // As a page that is short before its rows have come.
        setup: () => onMounted(() => void page?.scrollTo({ top: 0 })),
        render: () => h('div', [h('input'), `load ${attempt}`]),
      },
    }));
    await flushPromises();
    page = (view.element as Element).parentElement;
    page?.scrollTo({ top: 120 });
    await view.get('input').setValue('tried out');
    await change('1.0.0', 'b1');
    expect(view.text()).toBe('load 2');
    expect(entries.at(-1)).toContain('v=b1');
    await expect.poll(() => page?.scrollTop).toBe(120);
  });

  it('disposes the earlier version after its last view', async () => {
    const disposed: number[] = [];
    const { view, change } = showView((attempt, runtime) => {
      runtime.onDispose(() => disposed.push(attempt));
      return form(attempt);
    });
    await flushPromises();
    await view.get('input').setValue('x');
    await change('1.1.0');
    expect(disposed).toEqual([]);
    await view.get('[role=status] button').trigger('click');
    await flushPromises();
    expect(disposed).toEqual([1]);
  });

  it("waits for the view's declared input, and marks the tab", async () => {
    const dirty = ref(true);
    const { view, change, unsaved } = showView((attempt) => ({
      list: {
        setup() {
          useUnsavedInput(dirty);
          return () => h('p', `load ${attempt}`);
        },
      },
    }));
    await flushPromises();
    expect(unsaved.at(-1)).toBe(true);
    await change('1.1.0');
    expect(view.text()).toContain('load 1');
    dirty.value = false;
    await nextTick();
    expect(unsaved.at(-1)).toBe(false);
  });

  it('in a hidden tab updates when it is shown', async () => {
    const { view: alone } = showView(form);
    alone.unmount();
    const { adapter, entries } = createFakeAdapter((_entry, attempt) =>
      container(() => ({ manifest: { code: 'hello', version: '1' }, views: form(attempt) })),
    );
    let version = '1.0.0';
    const { services } = createTestServices({ adapter, fetchApps: async () => [appOf(version)] });
    const host = createRemoteHost(services);
    const shown = ref(true);
    const tabs = mount(
      () => h(KeepAlive, () => (shown.value ? h(RemoteView, { code: 'hello', viewKey: 'list' }) : h('i'))),
      { global: { plugins: [services.pinia, services.router, host] } },
    );
    await flushPromises();
    shown.value = false;
    await nextTick();
    version = '1.1.0';
    await host.refresh();
    await flushPromises();
    expect(entries).toHaveLength(1);
    shown.value = true;
    await flushPromises();
    expect(tabs.text()).toBe('load 2');
  });
});

describe('an application that is removed while its view is on screen', () => {
  it('is reported in the view’s place, and recovers by itself', async () => {
    const { view, change, marks } = showView({ list: text('the list') });
    await flushPromises();
    await change(undefined);
    expect(view.text()).toContain('Hello is not available to you.');
    expect(marks.at(-1)).toBe('gone');
    await change('1.0.0');
    expect(view.text()).toBe('the list');
    expect(marks.at(-1)).toBeUndefined();
  });

  it('lets the user copy the input', async () => {
    const { view, change, marks } = showView({ list: { render: () => h('textarea') } });
    await flushPromises();
    await view.get('textarea').setValue('a long remark');
    await change(undefined);
    expect(view.get('[role=status]').text()).toContain('Hello is no longer available.');
    expect(view.get<HTMLTextAreaElement>('textarea').element.value).toBe('a long remark');
    expect(marks.at(-1)).toBe('gone');
  });
});

describe('a view that could not be loaded', () => {
  it('marks its tab, and retries when its application is deployed again', async () => {
    const { view, change, marks } = showView((attempt) => {
      if (attempt === 1) throw new Error('boom in install');
      return { list: text('recovered') };
    });
    await flushPromises();
    expect(marks.at(-1)).toBe('failed');
    await change('1.0.1');
    expect(view.text()).toBe('recovered');
    expect(marks.at(-1)).toBeUndefined();
  });
});
