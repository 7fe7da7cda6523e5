import { ConfigService, Service } from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import { MemberService, MemberServiceLocator } from '@platform/plugin-sdk/plugin';
import { settings } from '../../constant/mall-constants.ts';
import { wholeUnits } from '../../constant/money.ts';
import { MallOrderMapper } from '../../mapper/mall-order.mapper.ts';
import { OrderLifecycle } from '../order-lifecycle.ts';
import { PointsService } from '../points.service.ts';

@Service({
  as: PointsService,
  inject: [MallOrderMapper, OrderLifecycle, MemberServiceLocator, ConfigService],
})
export class PointsServiceImpl extends PointsService {
  constructor(
    private readonly orders: MallOrderMapper,
    private readonly lifecycle: OrderLifecycle,
    private readonly members: MemberServiceLocator,
    private readonly config: ConfigService,
  ) {
    super();
  }

  @Transactional()
  override async award(orderNo: string): Promise<void> {
    if (!this.members.available(MemberService)) return;
    const { id, userId, payCents } = await this.lifecycle.require(orderNo);
    const { key, fallback } = settings.pointsPerUnit;
    const points = wholeUnits(payCents) * (await this.config.getNumber(key, fallback));
    const members = this.members.get(MemberService);
    if (points <= 0 || !(await members.find(userId))) return;
    // Recorded and granted in one transaction, so a repeated event changes nothing.
    if ((await this.orders.notePoints({ id, before: 0, points })) > 0)
      await members.addPoints(userId, points);
  }

  @Transactional()
  override async withdraw(orderNo: string): Promise<void> {
    if (!this.members.available(MemberService)) return;
    const { id, userId, points } = await this.lifecycle.require(orderNo);
    const members = this.members.get(MemberService);
    const member = await members.find(userId);
    if (points === 0 || !member) return;
    if ((await this.orders.notePoints({ id, before: points, points: 0 })) === 0) return;
    await members.addPoints(userId, -Math.min(points, member.points));
  }
}
