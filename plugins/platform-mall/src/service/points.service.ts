/** Points in the application `member` for what was bought; without it there are none, and nothing else differs. */
export abstract class PointsService {
  /** Gives the points of an order, once. */
  abstract award(orderNo: string): Promise<void>;
  /** Takes them back, as far as they are still there. */
  abstract takeBack(orderNo: string): Promise<void>;
}
