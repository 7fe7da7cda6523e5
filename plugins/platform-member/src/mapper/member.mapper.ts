import { BaseMapper, Mapper, selectList } from '@platform/plugin-sdk/orm';
import type { MemberCountQuery } from '../domain/bo/member.bo.ts';
import { Member } from '../domain/member.ts';
import type { LevelCountVo } from '../domain/vo/level-count.vo.ts';

/** resources/mapper/member/MemberMapper.xml */
@Mapper(Member)
export class MemberMapper extends BaseMapper<Member> {
  readonly countByLevel = selectList<LevelCountVo, MemberCountQuery>();
}
