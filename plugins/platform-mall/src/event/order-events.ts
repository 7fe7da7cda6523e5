/** An order has been paid. Siblings import it from `@plugins/platform-mall`. */
export class OrderPaidEvent {
  readonly orderNo: string;
  readonly userId: number;
  /** Whole cents. */
  readonly payCents: number;

  constructor(values: OrderPaidEvent) {
    this.orderNo = values.orderNo;
    this.userId = values.userId;
    this.payCents = values.payCents;
  }
}

/** The money of an order has been given back. */
export class OrderRefundedEvent {
  readonly orderNo: string;
  readonly userId: number;

  constructor(values: OrderRefundedEvent) {
    this.orderNo = values.orderNo;
    this.userId = values.userId;
  }
}
