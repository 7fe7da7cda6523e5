import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick, ref } from 'vue';
import { mountPart, withinSetup } from '../testing/within-setup.ts';
import ErrorPanel from './ErrorPanel.vue';
import LoadingArea from './LoadingArea.vue';
import PageHead from './PageHead.vue';
import { useDelayed } from './use-delayed.ts';
import { useLoaded } from './use-loaded.ts';

describe('useDelayed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows nothing for work that ends within 150 ms', async () => {
    const busy = ref(true);
    const { result } = withinSetup(() => useDelayed(busy));
    vi.advanceTimersByTime(149);
    busy.value = false;
    await nextTick();
    vi.advanceTimersByTime(1000);
    expect(result.value).toBe(false);
  });

  it('shows after 150 ms and hides at once', async () => {
    const busy = ref(true);
    const { result } = withinSetup(() => useDelayed(busy));
    vi.advanceTimersByTime(150);
    expect(result.value).toBe(true);
    busy.value = false;
    await nextTick();
    expect(result.value).toBe(false);
  });
});

describe('useDelayed in a page that goes', () => {
  it('leaves no timer', () => {
    vi.useFakeTimers();
    const { unmount } = withinSetup(() => useDelayed(ref(true)));
    expect(vi.getTimerCount()).toBe(1);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

it('ErrorPanel is read out as soon as it appears', () => {
  const panel = mountPart(ErrorPanel, { props: { error: new Error('no'), title: 'Not loaded' } });
  expect(panel.get('[role="alert"]').text()).toContain('Not loaded');
});

describe('LoadingArea', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('has the room of its skeleton at once, shows it after 150 ms, and then what was loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { result: source } = withinSetup(() => useLoaded(() => promise));
    const area = mountPart(LoadingArea, {
      props: { source },
      slots: { default: ({ data }: { data: string }) => data },
    });
    const room = (): string => area.find('.skeleton').element.parentElement!.style.visibility;
    expect(room()).toBe('hidden');
    vi.advanceTimersByTime(150);
    await nextTick();
    expect(room()).toBe('');
    resolve('loaded');
    await flushPromises();
    expect(area.text()).toBe('loaded');
    expect(area.find('.skeleton').exists()).toBe(false);
  });
});

describe('useLoaded', () => {
  it('keeps the content while it reloads, and beside an error', async () => {
    const load = vi.fn(async (_signal: AbortSignal) => 'one');
    const { result } = withinSetup(() => useLoaded(load));
    await flushPromises();
    expect(result.data.value).toBe('one');
    load.mockRejectedValueOnce(new Error('down'));
    await result.reload();
    expect(result.data.value).toBe('one');
    expect(result.error.value).toEqual(new Error('down'));
  });

  it('loads again when its source changes and aborts the previous request', async () => {
    const id = ref(1);
    const signals: AbortSignal[] = [];
    const { result, unmount } = withinSetup(() =>
      useLoaded(
        async (signal) => {
          signals.push(signal);
          return id.value;
        },
        () => id.value,
      ),
    );
    id.value = 2;
    await flushPromises();
    expect(result.data.value).toBe(2);
    expect(signals[0]?.aborted).toBe(true);
    unmount();
    expect(signals[1]?.aborted).toBe(true);
  });
});

it('a long name in the title of a page breaks between its words, a version does not', () => {
  const parts = (title: string) =>
    [...mountPart(PageHead, { props: { title } }).get('h1').element.childNodes].flatMap((node) => {
      if (node.nodeName === 'WBR') return '|';
      return node.nodeName === '#text' && node.textContent ? node.textContent : [];
    });
  expect(parts('orders.warehouse_notices:all/new-v2').join('')).toBe(
    'orders.|warehouse_|notices:|all/|new-v2',
  );
  expect(parts('Hello 1.10.0')).toEqual(['Hello 1.10.0']);
});
