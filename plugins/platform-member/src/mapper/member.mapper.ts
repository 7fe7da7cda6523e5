import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
import { Member } from '../domain/member.ts';

@Mapper(Member)
export class MemberMapper extends BaseMapper<Member> {}
