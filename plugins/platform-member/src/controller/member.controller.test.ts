import { testApplication } from '@platform/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { MemberMapper } from '../mapper/member.mapper.ts';
import { MemberAdminServiceImpl } from '../service/impl/member-admin.service-impl.ts';
import { MemberController } from './member.controller.ts';

it('counts the members of each level, and those added since a date', async () => {
  await using app = await testApplication({
    root: import.meta.dirname,
    classes: [MemberController, MemberAdminServiceImpl, MemberMapper],
  });
  const as = { permissions: ['member:member:list', 'member:member:add', 'member:member:remove'] };
  const body = { name: 'Ada', phone: '+44 1', level: 'gold', points: 0, status: 'active' };
  const from = new Date(Date.now() - 60_000).toISOString();
  const { data: added } = await app.post<{ id: number }>('/member/member', { as, body });
  expect(await app.get(`/member/member/count?from=${from}`, { as })).toMatchObject({
    status: 200,
    data: [
      { level: 'bronze', total: 1, added: 0 },
      { level: 'silver', total: 1, added: 0 },
      { level: 'gold', total: 2, added: 1 },
    ],
  });
  await app.delete(`/member/member/${added.id}`, { as });
  const { data } = await app.get<object[]>('/member/member/count', { as });
  expect(data).toContainEqual({ level: 'gold', total: 1, added: 1 });
  expect(await app.get('/member/member/count', { as: {} })).toMatchObject({ status: 403 });
});
