import type { OrderAction } from '../enums/statuses.ts';

/** The queue that tells of every step of every order; the host declares it, as any of the application's family. */
export const ORDER_QUEUE = 'mall.order';

/** Something happened to an order. */
export interface OrderChanged {
  readonly orderNo: string;
  /** The day that its figures count to. */
  readonly placedOn: string;
  readonly action: OrderAction;
}
