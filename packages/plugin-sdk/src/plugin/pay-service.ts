/** A requested payment. */
export interface PaymentRequest {
  readonly orderNo: string;
  readonly userId: number;
  /** A decimal number as text. */
  readonly amount: string;
  readonly subject: string;
  /** The application that the order belongs to. */
  readonly appCode: string;
}

export interface Payment {
  readonly payNo: string;
  readonly channel: string;
  /** Address to which the user should be sent, if any. */
  readonly redirectUrl?: string;
}

/**
 * The contract of a payment application. (design 9.7-38) Results arrive as `PaySuccessEvent` and
 * `PayRefundSuccessEvent`.
 */
export abstract class PayService {
  abstract pay(request: PaymentRequest): Promise<Payment>;
  /** @param amount a decimal number as text @returns the number of the refund */
  abstract refund(payNo: string, amount: string): Promise<string>;
}
