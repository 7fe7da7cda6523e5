import { EventPublisher, PlatformError, Service, type Page, type PageQuery } from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import type { MemberChange, MemberCountQuery, MemberDraft, MemberQuery } from '../../domain/bo/member.bo.ts';
import type { LevelCountVo } from '../../domain/vo/level-count.vo.ts';
import type { MemberVo } from '../../domain/vo/member.vo.ts';
import { MemberAddedEvent } from '../../event/member-added.event.ts';
import { MemberMapper } from '../../mapper/member.mapper.ts';
import { MemberAdminService } from '../member-admin.service.ts';

@Service({ as: MemberAdminService, inject: [MemberMapper, EventPublisher] })
export class MemberAdminServiceImpl extends MemberAdminService {
  constructor(
    private readonly members: MemberMapper,
    private readonly events: EventPublisher,
  ) {
    super();
  }

  override page({ name, level }: MemberQuery, page: PageQuery): Promise<Page<MemberVo>> {
    return this.members.selectPage(
      (q) => q.like('name', name).eq('level', level).orderBy('id', 'desc'),
      page,
    );
  }

  override countByLevel(query: MemberCountQuery): Promise<LevelCountVo[]> {
    return this.members.countByLevel(query);
  }

  override async get(id: number): Promise<MemberVo> {
    const member = await this.members.selectById(id);
    if (!member) throw notFound(id);
    return member;
  }

  @Transactional()
  override async add(draft: MemberDraft): Promise<MemberVo> {
    await this.refuseTaken(draft.phone);
    const member = await this.members.insert(draft);
    await this.events.publish(new MemberAddedEvent({ memberId: member.id }));
    return member;
  }

  @Transactional()
  override async edit(change: MemberChange): Promise<MemberVo> {
    await this.refuseTaken(change.phone, change.id);
    const changed = await this.members.updateById({ ...change, source: change.source ?? null });
    if (changed === 0) throw notFound(change.id);
    return this.get(change.id);
  }

  override remove(ids: readonly number[]): Promise<number> {
    return this.members.deleteByIds(ids);
  }

  private async refuseTaken(phone: string, except?: number): Promise<void> {
    const others = await this.members.selectCount((q) => q.eq('phone', phone).ne('id', except));
    if (others > 0) {
      throw new PlatformError({
        code: 'MEMBER_PHONE_TAKEN',
        status: 409,
        message: `Another member has the phone number ${phone}.`,
        fix: 'Correct the number, or change the other member.',
      });
    }
  }
}

const notFound = (id: number): PlatformError =>
  new PlatformError({
    code: 'MEMBER_NOT_FOUND',
    status: 404,
    message: `There is no member ${id}.`,
    fix: 'Load the list again: somebody may have deleted it.',
  });
