/** The application's code, as payments name the owner of an order. */
export const APP_CODE = 'mall';

/** What a channel is called when money came by another way than a payment application. */
export const OFFLINE_CHANNEL = 'offline';

/** Orders that one run of a job takes at a time. */
export const JOB_BATCH = 100;

/** Settings in `sys_config`, and what holds where a tenant has removed one. */
export const settings = {
  cancelMinutes: { key: 'mall.order.cancelMinutes', fallback: 30 },
  receiveDays: { key: 'mall.order.receiveDays', fallback: 7 },
  pointsPerUnit: { key: 'mall.points.perUnit', fallback: 1 },
  lowStock: { key: 'mall.stock.low', fallback: 10 },
} as const;
