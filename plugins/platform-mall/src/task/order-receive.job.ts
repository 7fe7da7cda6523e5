import { ExecuteResult, JobExecutor, type JobArgs } from '@platform/plugin-sdk/job';
import { OrderService } from '../service/order.service.ts';

/** Counts orders as received that have been on their way for long. */
@JobExecutor({ name: 'mallOrderReceive', inject: [OrderService] })
export class OrderReceiveJob {
  constructor(private readonly orders: OrderService) {}

  async jobExecute({ log, signal }: JobArgs): Promise<ExecuteResult> {
    const received = await this.orders.receiveOverdue(signal);
    log.info(`${received} shipped orders completed`);
    return ExecuteResult.success(`${received} completed`);
  }
}
