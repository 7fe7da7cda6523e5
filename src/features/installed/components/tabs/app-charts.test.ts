import { config, flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import type { ChartData } from '@/shared/charts';
import LineChart from '@/shared/charts/LineChart.vue';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../../i18n/en-US.ts';
import AppCharts from './AppCharts.vue';

const series = (applications: readonly object[]) => ({
  ...{ from: '2026-11-24T10:00:00.000Z', stepSeconds: 60, applications },
  host: { requests: [null, 8, 9] },
});
const own = { requests: [null, 3, 4], errors: [null, 0, 1], p95Ms: [null, 20, 30], meanMs: [null, 5, 6] };

/** Without a canvas: the charts get what is to be drawn. */
config.global.stubs = { LineChart: true };

let unmount: (() => void) | undefined;
afterEach(() => {
  unmount?.();
  vi.useRealTimers();
});

async function shown(answer: () => Promise<unknown>) {
  const get = vi.fn((_path: string, _options: object) => answer());
  const { page } = await mountPage(AppCharts, {
    messages: { installed: messages },
    props: { appCode: 'hello' },
    http: { get } as never,
  });
  unmount = () => page.unmount();
  await flushPromises();
  const charts = () =>
    page.findAllComponents(LineChart).map((chart) => {
      const { title, data } = chart.props() as { title: string; data: ChartData };
      return { title, values: data.series[0]?.values, tone: data.series[0]?.tone, text: data.text(7) };
    });
  return { page, get, charts };
}

it('draws requests, errors and durations of the application', async () => {
  const { get, charts } = await shown(async () => series([own]));
  expect(get.mock.calls[0]?.[1]).toMatchObject({ params: { appCode: 'hello' } });
  const { requests, errors, p95Ms, meanMs } = messages.chart;
  expect(charts()).toEqual([
    { title: requests, values: own.requests, tone: undefined, text: '7' },
    { title: errors, values: own.errors, tone: 'bad', text: '7' },
    { title: p95Ms, values: own.p95Ms, tone: undefined, text: '7 ms' },
    { title: meanMs, values: own.meanMs, tone: undefined, text: '7 ms' },
  ]);
});

it('draws zeros where the host measured and nobody asked the application, and no duration', async () => {
  const { charts } = await shown(async () => series([]));
  const [idle, none] = [
    [null, 0, 0],
    [null, null, null],
  ];
  expect(charts().map(({ values }) => values)).toEqual([idle, idle, none, none]);
});

it('keeps the place of the charts until they come, and says why they do not', async () => {
  const held = Promise.withResolvers<unknown>();
  const { page } = await shown(() => held.promise);
  expect(page.find('[aria-busy=true]').exists()).toBe(true);
  held.reject(new Error('The measurements are away.'));
  await flushPromises();
  expect(page.find('[aria-busy=true]').exists()).toBe(false);
  expect(page.find('[role=alert]').exists()).toBe(true);
});

it('measures anew every ten seconds, and at once for another application', async () => {
  vi.useFakeTimers();
  const { page, get } = await shown(async () => series([own]));
  await vi.advanceTimersByTimeAsync(0);
  const before = get.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(get.mock.calls.length).toBe(before + 1);
  await page.setProps({ appCode: 'crm' } as object);
  await vi.advanceTimersByTimeAsync(0);
  expect(get.mock.lastCall?.[1]).toMatchObject({ params: { appCode: 'crm' } });
});
