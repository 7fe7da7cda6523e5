import { flushPromises, mount } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { defineComponent, h, KeepAlive, nextTick, ref } from 'vue';
import { ApiError } from '@/shared/http';
import { withinSetup } from '@/shared/testing/within-setup';
import { createHostLogApi, type HostLogApi, type LogFilter, type LogLines } from './host-log-api.ts';
import { MOST_LINES, useHostLog } from './use-host-log.ts';

const linesOf = (messages: readonly string[], more: Partial<LogLines> = {}): LogLines => ({
  lines: messages.map((message) => ({
    time: `2026-01-01T00:00:00.${message}`,
    level: 'info',
    logger: 'platform',
    message,
  })),
  leftOut: 0,
  earlier: false,
  ...more,
});

type Follow = HostLogApi['follow'];

function setup() {
  const calls: Array<{ filter: LogFilter; take: Parameters<Follow>[1]; options: Parameters<Follow>[2] }> = [];
  const ends: Array<(error: unknown) => void> = [];
  const follow = vi.fn<Follow>((wanted, take, options) => {
    calls.push({ filter: wanted, take, options });
    return new Promise((_resolve, reject) => ends.push(reject));
  });
  const filter = ref<LogFilter>({});
  const { result, unmount } = withinSetup(() => useHostLog({ follow }, filter));
  const messages = () => result.lines.value.map(({ message }) => message);
  return { calls, ends, filter, log: result, unmount, messages };
}

describe('design 11.5: the log on the page', () => {
  it('shows the last lines and follows', () => {
    const { calls, log, messages, unmount } = setup();
    expect(log.loading.value).toBe(true);
    calls[0]?.take(linesOf(['a', 'b'], { earlier: true }));
    calls[0]?.take(linesOf(['c'], { leftOut: 7 }));
    expect(messages()).toEqual(['a', 'b', 'c']);
    expect(log).toMatchObject({ loading: { value: false }, earlier: { value: true }, leftOut: { value: 7 } });
    unmount();
    expect(calls[0]?.options.signal.aborted).toBe(true);
  });

  it('collects lines while it is paused, also over a lost connection', () => {
    const { calls, log, messages } = setup();
    const [call] = calls;
    call?.take(linesOf(['a']));
    log.setPaused(true);
    call?.take(linesOf(['b']));
    expect(messages()).toEqual(['a']);
    expect(log.waiting.value).toHaveLength(1);
    log.setPaused(false);
    expect(messages()).toEqual(['a', 'b']);
    expect(log.waiting.value).toEqual([]);
    call?.options.onOpen?.(true);
    call?.take(linesOf(['a', 'b', 'c']));
    expect(messages()).toEqual(['a', 'b', 'c']);
    log.setPaused(true);
    call?.options.onOpen?.(true);
    call?.take(linesOf(['b', 'c', 'd']));
    log.setPaused(false);
    expect(messages()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps a bounded number of lines', () => {
    const { calls, log, messages } = setup();
    const many = Array.from({ length: MOST_LINES }, (_none, at) => `m${at}`);
    calls[0]?.take(linesOf(many));
    calls[0]?.take(linesOf(['last']));
    expect(messages()).toHaveLength(MOST_LINES);
    expect(messages().at(-1)).toBe('last');
    expect(new Set(log.lines.value.map(({ key }) => key)).size).toBe(MOST_LINES);
    log.clear();
    expect(messages()).toEqual([]);
  });

  it('begins again with another filter, and takes nothing from the former one', async () => {
    const { calls, filter, messages } = setup();
    calls[0]?.take(linesOf(['a']));
    filter.value = { level: 'error' };
    await flushPromises();
    calls[1]?.take(linesOf(['e']));
    calls[0]?.take(linesOf(['late']));
    expect(calls[1]?.filter).toEqual({ level: 'error' });
    expect(messages()).toEqual(['e']);
  });

  it('rests behind another tab, and follows once for each time that it is in sight', async () => {
    const signals: AbortSignal[] = [];
    const follow: Follow = (_filter, _take, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const page = defineComponent({
      setup() {
        useHostLog({ follow }, ref({}));
        return () => h('div');
      },
    });
    const inSight = ref(true);
    const wrapper = mount(() => h(KeepAlive, () => (inSight.value ? h(page) : undefined)));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    inSight.value = false;
    await nextTick();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    inSight.value = true;
    await nextTick();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    wrapper.unmount();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('shows why it cannot follow, and follows again', async () => {
    const { calls, ends, log } = setup();
    ends[0]?.(new ApiError({ code: 'PLATFORM_TENANT_ONLY', status: 403, message: 'no' }));
    await flushPromises();
    expect(log.error.value).toMatchObject({ code: 'PLATFORM_TENANT_ONLY' });
    log.restart();
    calls[1]?.take(linesOf([]));
    expect(log.error.value).toBeUndefined();
  });
});

it('asks for what the filter has', async () => {
  const stream = vi.fn(async () => undefined);
  const api = createHostLogApi({ stream });
  const filter: LogFilter = { text: 'a & b', level: 'warn' };
  await api.follow(filter, () => undefined, { signal: new AbortController().signal });
  expect(stream).toHaveBeenCalledWith('/system/hostLog/follow?text=a+%26+b&level=warn', expect.anything());
  expect(api.downloadAddress(filter)).toBe('/prod-api/system/hostLog/download?text=a+%26+b&level=warn');
});
