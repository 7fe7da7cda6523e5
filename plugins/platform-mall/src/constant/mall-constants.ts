/** The application's code, as payments name the owner of an order. */
export const APP_CODE = 'mall';

/** Channel of payments without a payment application. */
export const OFFLINE_CHANNEL = 'offline';

/** Orders that one run of a job takes at a time. */
export const JOB_BATCH = 100;

/** Settings in `sys_config`, with their defaults. */
export const settings = {
  cancelMinutes: { key: 'mall.order.cancelMinutes', fallback: 30 },
  receiveDays: { key: 'mall.order.receiveDays', fallback: 7 },
  pointsPerUnit: { key: 'mall.points.perUnit', fallback: 1 },
  lowStock: { key: 'mall.stock.low', fallback: 10 },
} as const;
