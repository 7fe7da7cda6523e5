import { Type, type Static } from '@platform/plugin-sdk/web';
import { orderStatuses } from '../../enums/statuses.ts';
import { day, name } from './shared.ts';

/** Filters of the list of orders. */
export const OrderQuery = Type.Object({
  keyword: Type.Optional(
    Type.String({ maxLength: 100, description: 'In the number, the customer, the receiver, a product' }),
  ),
  status: Type.Optional(Type.Enum(orderStatuses)),
  from: Type.Optional(day),
  until: Type.Optional(day),
});
export type OrderQuery = Static<typeof OrderQuery>;

/** How an order is on its way. */
export const Shipment = Type.Object({
  carrier: name(30),
  trackingNo: Type.String({ maxLength: 60, default: '' }),
});
export type Shipment = Static<typeof Shipment>;

/** Why something is done to an order. */
export const OrderNote = Type.Object({ note: Type.Optional(Type.String({ maxLength: 300 })) });
export type OrderNote = Static<typeof OrderNote>;
