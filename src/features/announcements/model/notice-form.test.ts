import { expect, it } from 'vitest';
import type { Notice } from '../api/announcements-api.ts';
import { inputOf, isBackwards, noticeForm } from './notice-form.ts';

const notice = (more: Partial<Notice>): Notice => ({
  noticeId: 1,
  title: 'Sunday',
  noticeType: 'announcement',
  content: 'No **logins**.',
  status: 0,
  audience: 'tenant',
  visibleFrom: null,
  visibleUntil: null,
  announcedAt: null,
  waits: false,
  createBy: null,
  createTime: '2026-01-31T08:00:00.000Z',
  updateTime: '2026-01-31T08:00:00.000Z',
  ...more,
});

it.each<Partial<Notice>>([
  {},
  { audience: { roles: ['clerk'] } },
  { audience: { users: [7] } },
  { audience: { departments: [3, 4] } },
  { visibleFrom: '2026-03-29T00:30:00.000Z', visibleUntil: '2026-10-25T01:30:00.000Z' },
])('comes back from the form as it was: %j', (more) => {
  const stored = notice(more);
  const { title, noticeType, content, status, audience, visibleFrom, visibleUntil } = stored;
  expect(inputOf(noticeForm(stored))).toEqual({
    ...{ title, noticeType, content, status, audience, visibleFrom, visibleUntil },
  });
});

it('knows what is missing', () => {
  expect(isBackwards({ from: '2026-01-02T10:00', until: '2026-01-02T10:00' })).toBe(true);
  expect(isBackwards({ from: '', until: '2026-01-02T10:00' })).toBe(false);
});
