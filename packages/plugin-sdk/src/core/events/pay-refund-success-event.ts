/** A refund has succeeded. (spec: E1; design 9.7-51) */
export class PayRefundSuccessEvent {
  readonly orderNo: string;
  readonly refundNo: string;
  readonly payNo: string;
  /** A decimal number as text. */
  readonly amount: string;
  /** The application that the order belongs to. */
  readonly appCode: string;
  /** ISO timestamp in UTC. */
  readonly refundedAt: string;

  constructor(values: PayRefundSuccessEvent) {
    this.orderNo = values.orderNo;
    this.refundNo = values.refundNo;
    this.payNo = values.payNo;
    this.amount = values.amount;
    this.appCode = values.appCode;
    this.refundedAt = values.refundedAt;
  }
}
