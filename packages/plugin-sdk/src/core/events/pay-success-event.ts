/** A payment has succeeded. (spec: E1; design 9.7-51) */
export class PaySuccessEvent {
  readonly orderNo: string;
  readonly payNo: string;
  readonly userId: number;
  /** A decimal number as text. */
  readonly amount: string;
  readonly channel: string;
  /** The application that the order belongs to. */
  readonly appCode: string;
  /** ISO timestamp in UTC. */
  readonly paidAt: string;

  constructor(values: PaySuccessEvent) {
    this.orderNo = values.orderNo;
    this.payNo = values.payNo;
    this.userId = values.userId;
    this.amount = values.amount;
    this.channel = values.channel;
    this.appCode = values.appCode;
    this.paidAt = values.paidAt;
  }
}
