import type { ModuleContext, TimedSeries } from '../../../kernel/index.ts';
import { OPERATION_TIMES } from '../../../market/index.ts';
import type { ApplicationDescription } from '../../../plugin-runtime/index.ts';
import { JOB_TIMES } from '../../../scheduler/index.ts';
import type { Timer } from '../scraped.ts';
import type { PerScrape } from './family.ts';

/**
 * Durations of operations and of jobs on this host.
 *
 * @param described applications, whose jobs begin at zero
 */
export function workTimers(
  { services }: Pick<ModuleContext, 'services'>,
  described: PerScrape<readonly ApplicationDescription[]>,
): Timer[] {
  return [
    timed('platform_operation_seconds', 'Duration of operations on applications by kind and outcome', () =>
      services.find(OPERATION_TIMES)?.list(),
    ),
    timed('platform_job_attempt_seconds', 'Duration of attempts of jobs by application and outcome', () => {
      const times = services.find(JOB_TIMES);
      for (const { appCode: application, jobs } of described.get()) {
        if (jobs.length === 0) continue;
        for (const outcome of ['succeeded', 'failed'] as const) times?.expect({ application, outcome });
      }
      return times?.list();
    }),
  ];
}

const timed = (name: string, help: string, read: () => readonly TimedSeries[] | undefined): Timer => ({
  name,
  help,
  list: () => read() ?? [],
});
