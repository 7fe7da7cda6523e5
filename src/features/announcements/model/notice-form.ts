import { instantOf, localText } from '@/shared/ui/local-time.ts';
import type { Notice, NoticeInput, Recipients } from '../api/announcements-api.ts';

/** Audience as the fields of a form. */
export interface AudienceForm {
  audience: 'tenant' | 'roles' | 'departments' | 'users';
  roles: string[];
  departments: number[];
  users: number[];
}

export interface NoticeForm extends AudienceForm {
  title: string;
  noticeType: 'notice' | 'announcement';
  content: string;
  published: boolean;
  /** Local times as fields of the browser have them; empty for none. */
  from: string;
  until: string;
}

export const blankAudience = (): AudienceForm => ({
  audience: 'tenant',
  roles: [],
  departments: [],
  users: [],
});

export function recipientsOf({ audience, roles, departments, users }: AudienceForm): Recipients {
  if (audience === 'tenant') return audience;
  if (audience === 'users') return { users };
  return audience === 'roles' ? { roles } : { departments };
}

export function noticeForm(notice: Notice | undefined, timeZone?: string): NoticeForm {
  return {
    ...audienceForm(notice?.audience),
    title: notice?.title ?? '',
    noticeType: notice?.noticeType === 'announcement' ? 'announcement' : 'notice',
    content: notice?.content ?? '',
    published: notice?.status !== 0,
    from: localTime(notice?.visibleFrom, timeZone),
    until: localTime(notice?.visibleUntil, timeZone),
  };
}

export const inputOf = (
  { title, noticeType, content, published, from, until, ...to }: NoticeForm,
  timeZone?: string,
): NoticeInput => ({
  title,
  noticeType,
  content,
  status: published ? 1 : 0,
  audience: recipientsOf(to),
  visibleFrom: instantOf(from, timeZone) ?? null,
  visibleUntil: instantOf(until, timeZone) ?? null,
});

/** Whether the end is not after the beginning. */
export const isBackwards = ({ from, until }: Pick<NoticeForm, 'from' | 'until'>): boolean =>
  from !== '' && until !== '' && Date.parse(until) <= Date.parse(from);

function audienceForm(audience: Notice['audience'] = 'tenant'): AudienceForm {
  const blank = blankAudience();
  if (audience === 'tenant') return blank;
  if ('users' in audience) return { ...blank, audience: 'users', users: [...audience.users] };
  return 'roles' in audience
    ? { ...blank, audience: 'roles', roles: [...audience.roles] }
    : { ...blank, audience: 'departments', departments: [...audience.departments] };
}

/** A time as a field of the browser shows it: local, to the minute. */
const localTime = (time: string | null | undefined, timeZone: string | undefined): string =>
  time ? localText(time, timeZone) : '';
