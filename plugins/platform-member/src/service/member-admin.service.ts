import type { Page, PageQuery } from '@platform/plugin-sdk/core';
import type { MemberChange, MemberCountQuery, MemberDraft, MemberQuery } from '../domain/bo/member.bo.ts';
import type { LevelCountVo } from '../domain/vo/level-count.vo.ts';
import type { MemberVo } from '../domain/vo/member.vo.ts';

export abstract class MemberAdminService {
  abstract page(query: MemberQuery, page: PageQuery): Promise<Page<MemberVo>>;
  abstract countByLevel(query: MemberCountQuery): Promise<LevelCountVo[]>;
  /** @throws MEMBER_NOT_FOUND (404) */
  abstract get(id: number): Promise<MemberVo>;
  /** @throws MEMBER_PHONE_TAKEN (409) */
  abstract add(draft: MemberDraft): Promise<MemberVo>;
  /** @throws MEMBER_NOT_FOUND (404), MEMBER_PHONE_TAKEN (409) */
  abstract edit(change: MemberChange): Promise<MemberVo>;
  /** @returns how many were there */
  abstract remove(ids: readonly number[]): Promise<number>;
}
