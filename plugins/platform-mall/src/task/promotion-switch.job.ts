import { ExecuteResult, JobExecutor, type JobArgs } from '@platform/plugin-sdk/job';
import { PromotionService } from '../service/promotion.service.ts';

/** Begins and ends promotions at their times. */
@JobExecutor({ name: 'mallPromotionSwitch', inject: [PromotionService] })
export class PromotionSwitchJob {
  constructor(private readonly promotions: PromotionService) {}

  async jobExecute({ log }: JobArgs): Promise<ExecuteResult> {
    const { begun, ended } = await this.promotions.switchDue();
    log.info(`${begun} promotions begun, ${ended} ended`);
    return ExecuteResult.success(`${begun} begun, ${ended} ended`);
  }
}
