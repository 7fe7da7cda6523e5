import { LockService } from '@platform/plugin-sdk/cache';
import { Service } from '@platform/plugin-sdk/core';
import { Database, Transactional } from '@platform/plugin-sdk/orm';
import { dayOf, daysBefore } from '../../constant/times.ts';
import type { DailyStatVo, StatOverviewVo } from '../../domain/vo/stat.vo.ts';
import { MallDailyStatMapper, type DayRange } from '../../mapper/mall-daily-stat.mapper.ts';
import { ProductService } from '../product.service.ts';
import { StatService } from '../stat.service.ts';

const TOP = 5;

@Service({ as: StatService, inject: [MallDailyStatMapper, ProductService, LockService, Database] })
export class StatServiceImpl extends StatService {
  constructor(
    private readonly stats: MallDailyStatMapper,
    private readonly products: ProductService,
    private readonly locks: LockService,
    private readonly database: Database,
  ) {
    super();
  }

  @Transactional({ readOnly: true })
  override async overview(days: number, now = new Date()): Promise<StatOverviewVo> {
    const range = { from: dayOf(daysBefore(now, days - 1)), until: dayOf(now) };
    const known = await this.stats.selectList((q) => q.between('statDate', range.from, range.until));
    const topProducts = await this.stats.topProducts({ ...range, limit: TOP });
    const statuses = await this.stats.statusTotals(range);
    const lowStock = await this.products.countLowStock();
    const sum = (pick: (day: DailyStatVo) => number): number =>
      known.reduce((total, day) => total + pick(day), 0);
    return {
      ...range,
      orders: sum((day) => day.orders),
      paidOrders: sum((day) => day.paidOrders),
      salesCents: sum((day) => day.salesCents),
      refundCents: sum((day) => day.refundCents),
      lowStock,
      days: everyDay(range, known),
      topProducts,
      statuses,
    };
  }

  /** One at a time: two that count the same day would both write it. */
  override refresh(range: DayRange): Promise<number> {
    return this.locks.withLock('statistics', () =>
      this.database.transaction(async () => {
        const days = await this.stats.count(range);
        await this.stats.delete((q) => q.between('statDate', range.from, range.until));
        await this.stats.insertBatch(days);
        return days.length;
      }),
    );
  }
}

/** Days without orders have no row, and a place in the picture. */
function everyDay({ from, until }: DayRange, known: readonly DailyStatVo[]): DailyStatVo[] {
  const byDate = new Map(known.map((day) => [day.statDate, day]));
  const days: DailyStatVo[] = [];
  for (let date = from; date <= until; date = dayOf(daysBefore(new Date(date), -1))) {
    const none = { statDate: date, orders: 0, paidOrders: 0, buyers: 0, salesCents: 0, refundCents: 0 };
    days.push(byDate.get(date) ?? none);
  }
  return days;
}
