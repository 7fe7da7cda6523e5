import type { ChartData } from '@/shared/charts';
import type { RunDuration, RunStatus } from '../api/job-task.ts';

const shown = [
  { status: 'succeeded' },
  { status: 'failed', tone: 'bad' },
  { status: 'stopped', tone: 'warn' },
] as const satisfies ReadonlyArray<{ status: RunStatus; tone?: 'bad' | 'warn' }>;

/** Durations of a task's runs as bars, a series for each way in which some ended. */
export function durationChart(
  runs: readonly RunDuration[],
  text: (milliseconds: number) => string,
  nameOf: (status: RunStatus) => string,
): ChartData {
  return {
    from: runs[0]?.startTime ?? '',
    stepSeconds: 0,
    moments: runs.map(({ startTime }) => startTime),
    bars: true,
    text,
    series: shown
      .filter(({ status }) => runs.some((run) => run.status === status))
      .map(({ status, ...look }) => ({
        ...look,
        name: nameOf(status),
        values: runs.map((run) => (run.status === status ? run.durationMs : null)),
      })),
  };
}
