import type {
  Notice,
  NoticeLevel,
  NoticeReader,
  NoticeReceipts,
  RemovedRecords,
  User,
} from '@platform/host-api';
import type { DeptNode } from '@/shared/departments/dept-tree.ts';
import type { HttpClient, Page, PageQuery } from '@/shared/http';
import type { Seen } from '@/shared/records';

export type { Notice, NoticeLevel, User };

export interface NoticeInput {
  readonly title: string;
  readonly noticeType: 'notice' | 'announcement';
  readonly content: string;
  readonly status: 0 | 1;
  readonly audience: Recipients;
  readonly visibleFrom: string | null;
  readonly visibleUntil: string | null;
}

/** Audience of a message. */
export type Recipients =
  | 'tenant'
  | { readonly users: readonly number[] }
  | { readonly roles: readonly string[] }
  | { readonly departments: readonly number[] };

export interface MessageInput {
  readonly to: Recipients;
  readonly title: string;
  readonly content: string;
  readonly level: NoticeLevel;
}

/** The endpoints of announcements, and of messages to some (design 2.2, 6.3). */
export function createAnnouncementsApi(http: HttpClient) {
  const base = '/system/notice';
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<Notice>> =>
      http.list<Notice>(`${base}/list`, query, { signal }),
    add: (input: NoticeInput) => http.post<{ noticeId: number }>(base, input),
    edit: (noticeId: number, change: Partial<NoticeInput> & Seen) =>
      http.put<void>(base, { noticeId, ...change }),
    remove: (ids: readonly number[]) => http.delete<RemovedRecords>(`${base}/${ids.join(',')}`),
    receipts: (noticeId: number, signal: AbortSignal) =>
      http.get<NoticeReceipts>(`${base}/${noticeId}/receipts`, { signal }),
    readers: (
      noticeId: number,
      query: PageQuery & { read: boolean },
      signal: AbortSignal,
    ): Promise<Page<NoticeReader>> =>
      http.list<NoticeReader>(`${base}/${noticeId}/readers`, query, { signal }),
    /** Those that the person reaches. */
    departments: (signal: AbortSignal) => http.get<readonly DeptNode[]>('/system/dept/choices', { signal }),
    send: (input: MessageInput) => http.post<void>('/system/message', input),
    async users(userName: string, signal?: AbortSignal): Promise<readonly User[]> {
      const query: object = { userName, pageNum: 1, pageSize: 20 };
      return (await http.list<User>('/system/user/list', query, signal ? { signal } : {})).rows;
    },
    /** Users by their identifiers, at most 200. */
    async usersOf(userIds: readonly number[], signal: AbortSignal): Promise<readonly User[]> {
      const query: object = { userIds: userIds.join(','), pageNum: 1, pageSize: userIds.length };
      return (await http.list<User>('/system/user/list', query, { signal })).rows;
    },
  };
}

export type AnnouncementsApi = ReturnType<typeof createAnnouncementsApi>;
