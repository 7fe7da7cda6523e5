/** Sources of an application with one job. @param body of `jobExecute(args)` */
export const job = (code: string, name: string, body: string): Record<string, string> => ({
  'task/job.ts': `
import { ExecuteResult, JobExecutor, type JobArgs } from '@platform/plugin-sdk/job';
import { TenantContext } from '@platform/plugin-sdk/tenant';
@JobExecutor({ name: '${name}', inject: [TenantContext] }) export class ${code}Job {
  constructor(private readonly tenants: TenantContext) {}
  async jobExecute(args: JobArgs): Promise<ExecuteResult> { ${body} }
}`,
});
