import type { StatOverviewVo } from '../domain/vo/stat.vo.ts';
import type { DayRange } from '../mapper/mall-daily-stat.mapper.ts';

export abstract class StatService {
  /** The figures of the last days, today included. */
  abstract overview(days: number, now?: Date): Promise<StatOverviewVo>;
  /** Recalculates days. @returns the number of days with orders */
  abstract refresh(range: DayRange): Promise<number>;
}
