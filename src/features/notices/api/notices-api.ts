import type { InboxNotice, Notice, NoticeSummary, RemovedRecords } from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';

export type { InboxNotice, NoticeSummary } from '@platform/host-api';

export interface InboxFilter {
  unread?: boolean | undefined;
  /** A part of the title. */
  title?: string | undefined;
}

export interface NoticesApi {
  summary(): Promise<NoticeSummary>;
  list(filter: InboxFilter, size: number, signal: AbortSignal): Promise<Page<InboxNotice>>;
  /** A notice of the tenant in full. */
  published(noticeId: number, signal: AbortSignal): Promise<Notice>;
  markRead(noticeId: number): Promise<unknown>;
  markAllRead(): Promise<unknown>;
  remove(noticeId: number): Promise<RemovedRecords>;
}

/** The person's own notices in the message center. */
export function createNoticesApi(http: HttpClient): NoticesApi {
  return {
    summary: () => http.get('/system/message/summary'),
    list: ({ unread, title }, size, signal) =>
      http.list(
        '/system/message/list',
        { pageNum: 1, pageSize: size, ...(unread ? { unread } : {}), ...(title ? { title } : {}) },
        { signal },
      ),
    published: (noticeId, signal) => http.get(`/system/notice/published/${noticeId}`, { signal }),
    markRead: (noticeId) => http.put(`/system/message/${noticeId}/read`),
    markAllRead: () => http.put('/system/message/read'),
    remove: (noticeId) => http.delete(`/system/message/${noticeId}`),
  };
}
