import { ExecuteResult, JobExecutor, type JobArgs } from '@platform/plugin-sdk/job';
import { OrderService } from '../service/order.service.ts';

/** Cancels orders that were not paid in time. */
@JobExecutor({ name: 'mallOrderCancel', inject: [OrderService] })
export class OrderCancelJob {
  constructor(private readonly orders: OrderService) {}

  async jobExecute({ log, signal }: JobArgs): Promise<ExecuteResult> {
    const cancelled = await this.orders.cancelOverdue(signal);
    log.info(`${cancelled} unpaid orders cancelled`);
    return ExecuteResult.success(`${cancelled} cancelled`);
  }
}
