import { PlatformError } from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import { MemberService, PluginService, type MemberProfile } from '@platform/plugin-sdk/plugin';
import type { Member } from '../../domain/member.ts';
import { MemberMapper } from '../../mapper/member.mapper.ts';

/** Members for other applications; a member's number is the user's. */
@PluginService(MemberService, { inject: [MemberMapper] })
export class MemberProfileServiceImpl extends MemberService {
  constructor(private readonly members: MemberMapper) {
    super();
  }

  override async find(userId: number): Promise<MemberProfile | undefined> {
    const member = await this.members.selectById(userId);
    return member && profileOf(member);
  }

  @Transactional()
  override async addPoints(userId: number, points: number): Promise<number> {
    const member = await this.members.selectById(userId);
    if (!member) {
      throw new PlatformError({
        code: 'MEMBER_NOT_FOUND',
        status: 404,
        message: `There is no member ${userId}.`,
      });
    }
    const total = member.points + points;
    if (total < 0) {
      throw new PlatformError({
        code: 'MEMBER_POINTS_SHORT',
        status: 409,
        message: `${member.name} has ${member.points} points, which is not enough to take ${-points}.`,
        fix: 'Take fewer points.',
      });
    }
    await this.members.updateById({ id: userId, points: total });
    return total;
  }
}

const profileOf = ({ id, name, level, points, status }: Member): MemberProfile => ({
  userId: id,
  name,
  level,
  points,
  active: status === 'active',
});
