import { ExecuteResult, JobExecutor, type JobArgs } from '@platform/plugin-sdk/job';
import { HelloItemService } from '../service/hello-item.service.ts';

/**
 * Runs when a task of the scheduler center names it, on one node and for the tenant of the task.
 */
@JobExecutor({ name: 'helloReport', inject: [HelloItemService] })
export class HelloReportJob {
  constructor(private readonly items: HelloItemService) {}

  async jobExecute(args: JobArgs): Promise<ExecuteResult> {
    const page = { pageNum: 1, pageSize: 1 };
    for (const status of ['open', 'done'] as const) {
      const { total } = await this.items.page({ status }, page);
      args.log.info(`${total} ${status}`);
    }
    return ExecuteResult.success('reported');
  }
}
