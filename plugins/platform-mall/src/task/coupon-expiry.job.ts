import { ExecuteResult, JobExecutor, type JobArgs } from '@platform/plugin-sdk/job';
import { CouponService } from '../service/coupon.service.ts';

/** Lets coupons expire, those of the shop and those that customers hold. */
@JobExecutor({ name: 'mallCouponExpiry', inject: [CouponService] })
export class CouponExpiryJob {
  constructor(private readonly coupons: CouponService) {}

  async jobExecute({ log }: JobArgs): Promise<ExecuteResult> {
    const { coupons, held } = await this.coupons.expireDue();
    log.info(`${coupons} coupons of the shop and ${held} of customers expired`);
    return ExecuteResult.success(`${coupons + held} expired`);
  }
}
