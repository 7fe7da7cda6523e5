import { useResizeObserver } from '@vueuse/core';
import type { EChartsType } from 'echarts/core';
import { onScopeDispose, ref, watch, type Ref } from 'vue';
import { usePreferencesStore } from '@/shared/preferences';
import type { ChartData } from './chart-data.ts';
import { lineOption, readLook } from './line-option.ts';

/**
 * Draws lines, and draws them again when they, the size, the theme or the language change. The
 * first chart fetches ECharts.
 *
 * @returns whether ECharts could not be fetched
 */
export function useLineChart(
  element: Ref<HTMLElement | null>,
  data: () => ChartData,
  timeOf: (at: Date) => string,
): { readonly failed: Ref<boolean> } {
  const preferences = usePreferencesStore();
  const motion = matchMedia('(prefers-reduced-motion: reduce)');
  const failed = ref(false);
  let chart: EChartsType | undefined;
  let gone = false;

  function draw(): void {
    if (!chart || !element.value) return;
    chart.setOption(lineOption(data(), readLook(element.value, motion.matches), timeOf), {
      notMerge: true,
    });
  }

  async function open(host: HTMLElement): Promise<void> {
    try {
      const { createChart } = await import('./echarts.ts');
      if (gone || chart) return;
      chart = createChart(host);
      draw();
    } catch {
      failed.value = true;
    }
  }

  watch(element, (host) => host && void open(host), { immediate: true, flush: 'post' });
  watch([data, () => preferences.dark, () => preferences.accent, () => preferences.locale], draw, {
    flush: 'post',
  });
  useResizeObserver(element, () => chart?.resize());
  onScopeDispose(() => {
    gone = true;
    chart?.dispose();
  });
  return { failed };
}
