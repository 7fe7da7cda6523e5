import { usePreferredReducedMotion, useResizeObserver } from '@vueuse/core';
import type { EChartsType } from 'echarts/core';
import { onScopeDispose, ref, watch, type Ref } from 'vue';
import type { Figures } from '../charts/figures.ts';
import { readLook } from '../charts/look.ts';
import { optionOf, type ChartKind } from '../charts/options.ts';
import { useRuntime } from '../runtime.ts';

/**
 * Draws figures, and redraws them when they, the size, the theme or the motion preference change.
 * The first chart fetches ECharts.
 * @returns whether ECharts could not be fetched
 */
export function useChart(element: Ref<HTMLElement | null>, kind: ChartKind, figures: () => Figures) {
  const { theme } = useRuntime();
  const motion = usePreferredReducedMotion();
  const failed = ref(false);
  let chart: EChartsType | undefined;
  let gone = false;

  function draw(): void {
    if (!chart || !element.value) return;
    const look = readLook(element.value, motion.value === 'reduce');
    chart.setOption(optionOf(kind, figures(), look), { notMerge: true });
  }

  async function open(host: HTMLElement): Promise<void> {
    try {
      const { createChart } = await import('../charts/echarts.ts');
      if (gone || chart) return;
      chart = createChart(host);
      draw();
    } catch {
      failed.value = true;
    }
  }

  watch(element, (host) => host && void open(host), { immediate: true, flush: 'post' });
  watch([figures, () => theme.mode, () => theme.accent, motion], draw, { flush: 'post' });
  useResizeObserver(element, () => chart?.resize());
  onScopeDispose(() => {
    gone = true;
    chart?.dispose();
  });

  return { failed };
}
