import type { LevelCount, Shop, StatusCount } from '../api/figures.ts';
import type { Figures } from '../charts/figures.ts';
import { t, useRuntime } from '../runtime.ts';

const count = (value: number): string => useRuntime().i18n.n(value);

/** Formats an amount in the shop's currency, without cents for large values. */
export function money(cents: number, currency: string): string {
  return useRuntime().i18n.n(cents / 100, { style: 'currency', currency, maximumFractionDigits: 0 });
}

export function salesByDay({ days, currency }: Shop): Figures {
  const { i18n } = useRuntime();
  const day = (date: string): string => i18n.d(date, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return {
    of: t('axis.day'),
    labels: days.map(({ statDate }) => day(statDate)),
    series: [{ name: t('series.sales'), values: days.map(({ salesCents }) => salesCents) }],
    text: (cents) => money(cents, currency),
  };
}

/** States in the order of an order's life. */
const ORDER_STATES = ['unpaid', 'paid', 'shipped', 'completed', 'cancelled', 'refunding', 'refunded'];

export function ordersByState(shop: Shop): Figures {
  const place = ({ status }: { status: string }): number => ORDER_STATES.indexOf(status);
  const statuses = shop.statuses.toSorted((a, b) => place(a) - place(b));
  return {
    of: t('axis.state'),
    labels: statuses.map(({ status }) => t(`order.${status}`)),
    series: [{ name: t('series.orders'), values: statuses.map(({ total }) => total) }],
    text: count,
  };
}

export function membersByLevel(levels: readonly LevelCount[]): Figures {
  return {
    of: t('axis.level'),
    labels: levels.map(({ level }) => t(`level.${level}`)),
    series: [
      { name: t('series.before'), values: levels.map(({ total, added }) => total - added) },
      { name: t('series.added'), values: levels.map(({ added }) => added) },
    ],
    text: count,
  };
}

export function itemsByState(counts: readonly StatusCount[]): Figures {
  return {
    of: t('axis.state'),
    labels: counts.map(({ status }) => t(`item.${status}`)),
    series: [{ name: t('series.items'), values: counts.map(({ total }) => total) }],
    text: count,
  };
}
