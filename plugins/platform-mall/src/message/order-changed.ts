import type { OrderAction } from '../enums/statuses.ts';

/** Queue for every step of an order. The host declares it as a queue of the application. */
export const ORDER_QUEUE = 'mall.order';

/** Something happened to an order. */
export interface OrderChanged {
  readonly orderNo: string;
  /** The day that its figures count to. */
  readonly placedOn: string;
  readonly action: OrderAction;
}
