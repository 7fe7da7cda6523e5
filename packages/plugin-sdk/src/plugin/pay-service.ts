/** What is to be paid. */
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
  /** Where the user is to be sent, if anywhere. */
  readonly redirectUrl?: string;
}

/** What a payment application offers to the others; outcomes come as `PaySuccessEvent` and `PayRefundSuccessEvent`. (design 9.7-38) */
export abstract class PayService {
  abstract pay(request: PaymentRequest): Promise<Payment>;
  /** @param amount a decimal number as text @returns the number of the refund */
  abstract refund(payNo: string, amount: string): Promise<string>;
}
