import type { RemoteRuntime } from '@platform/remote-app';
import { flushPromises, mount } from '@vue/test-utils';
import { defineStore } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { h, nextTick, onMounted, onUnmounted, ref, watch, type Component } from 'vue';
import { createRemoteHost } from '../host.ts';
import { container, createFakeAdapter } from '../testing/fake-adapter.ts';
import { createTestServices } from '../testing/services.ts';
import RemoteView from './RemoteView.vue';

type Views = Record<string, Component | (() => Promise<Component>)>;

function show(views: Views | ((attempt: number, runtime: RemoteRuntime) => Views), key = 'list') {
  const { adapter, entries } = createFakeAdapter((_entry, attempt) =>
    container((runtime: RemoteRuntime) => ({
      manifest: { code: 'hello', version: '1.0.0' },
      views: typeof views === 'function' ? views(attempt, runtime) : views,
    })),
  );
  const { services, reported, said } = createTestServices({
    fetchApps: async () => [
      { code: 'hello', name: 'Hello', version: '1.0.0', entry: '/remote-apps/hello/index.js?v=1.0.0' },
    ],
    adapter,
  });
  const host = createRemoteHost(services);
  const view = mount(RemoteView, {
    props: { code: 'hello', viewKey: key },
    global: { plugins: [services.pinia, services.router, host] },
  });
  return { view, host, reported, said, entries };
}

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
    const { view } = show({ list: text('the list') });
    await flushPromises();
    expect(view.get('[data-app="hello"][data-view="list"]').text()).toBe('the list');
    expect(view.attributes('aria-busy')).toBe('false');
  });

  it('shows a skeleton after 150 ms, not before', async () => {
    const { view } = show({ list: () => new Promise<Component>(() => {}) });
    await vi.advanceTimersByTimeAsync(149);
    expect(view.find('.skeleton').exists()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(view.find('.skeleton').exists()).toBe(true);
  });

  it('follows its properties', async () => {
    const { view } = show({ list: text('the list'), demo: text('the demo') });
    await flushPromises();
    await view.setProps({ viewKey: 'demo' });
    await flushPromises();
    expect(view.text()).toBe('the demo');
  });

  it('gives stores of the application’s own Pinia', async () => {
    const useCounter = defineStore('counter', { state: () => ({ n: 1 }) });
    const { view } = show((_attempt, { pinia }) => {
      useCounter(pinia).n = 42;
      return { list: { setup: () => () => h('p', useCounter().n) } };
    });
    await flushPromises();
    expect(view.text()).toBe('42');
  });
});

describe('spec: Errors/remote view artifacts not at the web server directory: ‘remote view unavailable’', () => {
  it('shows stage, cause and code in the view’s place, and recovers by Retry without a reload', async () => {
    const { view, entries } = show((attempt) => {
      if (attempt === 1) throw new Error('boom in install');
      return { list: text('recovered') };
    });
    await flushPromises();
    expect(view.get('h2').text()).toBe('Remote view unavailable');
    expect(view.text()).toContain('it failed while it was starting');
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
    const { view } = show({}, 'nope');
    await flushPromises();
    await view.findAll('button')[1]?.trigger('click');
    await flushPromises();
    expect(copied[0]).toContain('Code: REMOTE_VIEW_MISSING');
    expect(view.findAll('button')[1]?.text()).toBe('Copied');
  });
});

describe('design 9.6-34: errors of a view that is shown', () => {
  it('in setup or first mount: the page', async () => {
    for (const list of [failing((fail) => fail()), failing((fail) => onMounted(fail))]) {
      const { view, said } = show({ list });
      await flushPromises();
      expect(view.text()).toContain('this view failed while it was drawn');
      expect(said).toEqual([]);
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
    const { view, said, reported } = show({ list });
    await flushPromises();
    await view.get('button').trigger('click');
    source.value++;
    await nextTick();
    expect(view.text()).toBe('press');
    expect(said).toEqual(['Something in Hello went wrong', 'Something in Hello went wrong']);
    expect(reported).toHaveLength(2);
  });

  it('while leaving: the log', async () => {
    const { view, said, reported } = show({
      list: failing((fail) => onUnmounted(fail)),
      demo: text('the demo'),
    });
    await flushPromises();
    await view.setProps({ viewKey: 'demo' });
    await flushPromises();
    expect(view.text()).toBe('the demo');
    expect(said).toEqual([]);
    expect(reported).toEqual([expect.stringContaining('went wrong')]);
  });
});

describe('an application that is disposed while its view is on screen', () => {
  it('is loaded and shown anew', async () => {
    const { view, host } = show((attempt) => ({ list: text(`load ${attempt}`) }));
    await flushPromises();
    host.loader.dispose('hello');
    await flushPromises();
    expect(view.text()).toBe('load 2');
  });
});
