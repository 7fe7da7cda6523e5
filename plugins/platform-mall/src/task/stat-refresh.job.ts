import { ExecuteResult, JobExecutor, type JobArgs } from '@platform/plugin-sdk/job';
import { dayOf, daysBefore } from '../constant/times.ts';
import { StatService } from '../service/stat.service.ts';

const DEFAULT_DAYS = 90;

/**
 * Recalculates the statistics of the last days, of `{ "days": 365 }` from the task's parameters.
 */
@JobExecutor({ name: 'mallStatRefresh', inject: [StatService] })
export class StatRefreshJob {
  constructor(private readonly stats: StatService) {}

  async jobExecute({ params, log }: JobArgs): Promise<ExecuteResult> {
    const now = new Date();
    const days = daysOf(params);
    const range = { from: dayOf(daysBefore(now, days - 1)), until: dayOf(now) };
    const counted = await this.stats.refresh(range);
    log.info(`${counted} days with orders between ${range.from} and ${range.until}`);
    return ExecuteResult.success(`${counted} days`);
  }
}

function daysOf(params: unknown): number {
  const { days } = (params ?? {}) as { days?: unknown };
  return typeof days === 'number' && Number.isInteger(days) && days > 0 ? days : DEFAULT_DAYS;
}
