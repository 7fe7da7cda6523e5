/** Points in the application `member`; does nothing without it. */
export abstract class PointsService {
  /** Grants the points of an order, once. */
  abstract award(orderNo: string): Promise<void>;
  /** Withdraws the points of an order, as far as they are unspent. */
  abstract withdraw(orderNo: string): Promise<void>;
}
