import { Component, EventListener, PayRefundSuccessEvent, PaySuccessEvent } from '@platform/plugin-sdk/core';
import { APP_CODE } from '../constant/mall-constants.ts';
import { PaymentService } from '../service/payment.service.ts';

/** Handles events of payment applications; orders of other applications are ignored. */
@Component({ inject: [PaymentService] })
export class PayListener {
  constructor(private readonly payments: PaymentService) {}

  @EventListener(PaySuccessEvent)
  async paid(event: PaySuccessEvent): Promise<void> {
    if (event.appCode === APP_CODE) await this.payments.onPaid(event);
  }

  @EventListener(PayRefundSuccessEvent)
  async refunded(event: PayRefundSuccessEvent): Promise<void> {
    if (event.appCode === APP_CODE) await this.payments.onRefunded(event);
  }
}
