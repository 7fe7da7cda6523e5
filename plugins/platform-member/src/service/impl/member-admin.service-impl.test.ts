import { EventPublisher } from '@platform/plugin-sdk/core';
import { describe, expect, it } from 'vitest';
import type { Conditions, RowData } from '@platform/plugin-sdk/orm';
import { Member } from '../../domain/member.ts';
import { MemberAddedEvent } from '../../event/member-added.event.ts';
import { MemberMapper } from '../../mapper/member.mapper.ts';
import { MemberAdminServiceImpl } from './member-admin.service-impl.ts';

/** Keeps members in memory and counts those with a phone number. */
class FakeMembers extends MemberMapper {
  readonly rows: Member[] = [];

  override async selectById(id: number) {
    return this.rows.find((row) => row.id === id);
  }

  override async selectCount(where: (q: Conditions<Member>) => Conditions<Member>) {
    const wanted: { phone?: unknown; not?: unknown } = {};
    const conditions = {
      eq: (_field: string, value: unknown) => ((wanted.phone = value), conditions),
      ne: (_field: string, value: unknown) => ((wanted.not = value), conditions),
    };
    where(conditions as unknown as Conditions<Member>);
    return this.rows.filter(({ id, phone }) => phone === wanted.phone && id !== wanted.not).length;
  }

  override async insert(row: RowData<Member>) {
    const member = Object.assign(new Member(), { id: this.rows.length + 1, ...row });
    this.rows.push(member);
    return member;
  }

  override async updateById(row: RowData<Member>) {
    const member = this.rows.find(({ id }) => id === row.id);
    if (member) Object.assign(member, row);
    return member ? 1 : 0;
  }
}

/** Collects published events. */
class FakeEvents extends EventPublisher {
  readonly published: object[] = [];

  override async publish(event: object) {
    this.published.push(event);
  }

  override publishNow(event: object) {
    return this.publish(event);
  }

  override publishAndWait(event: object) {
    return this.publish(event);
  }
}

const draft = { name: 'Ada', phone: '+44 1', level: 'gold', points: 3, status: 'active' } as const;

describe('MemberAdminService', () => {
  it('requires unique phone numbers, and lets a member keep its own', async () => {
    const events = new FakeEvents();
    const service = new MemberAdminServiceImpl(new FakeMembers(), events);
    const { id } = await service.add(draft);
    expect(events.published).toEqual([new MemberAddedEvent({ memberId: id })]);
    await expect(service.add(draft)).rejects.toMatchObject({ code: 'MEMBER_PHONE_TAKEN', status: 409 });
    expect(await service.edit({ ...draft, id, points: 4 })).toMatchObject({ points: 4 });
  });

  it('fails for a missing member', async () => {
    const service = new MemberAdminServiceImpl(new FakeMembers(), new FakeEvents());
    await expect(service.edit({ ...draft, id: 9 })).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
  });
});
