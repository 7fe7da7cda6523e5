import { BaseMapper, Mapper, selectList } from '@platform/plugin-sdk/orm';
import { MallDailyStat } from '../domain/mall-daily-stat.ts';
import type { DailyStatVo, StatusTotalVo, TopProductVo } from '../domain/vo/stat.vo.ts';

/** Days as `2026-01-31`, both included. */
export interface DayRange {
  readonly from: string;
  readonly until: string;
}

/** resources/mapper/mall/MallDailyStatMapper.xml */
@Mapper(MallDailyStat)
export class MallDailyStatMapper extends BaseMapper<MallDailyStat> {
  readonly count = selectList<DailyStatVo, DayRange>();
  readonly topProducts = selectList<TopProductVo, DayRange & { limit: number }>();
  readonly statusTotals = selectList<StatusTotalVo, DayRange>();
}
