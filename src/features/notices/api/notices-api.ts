import type { InboxNotice, NoticeSummary } from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';

export type { InboxNotice, NoticeSummary } from '@platform/host-api';

export interface NoticesApi {
  summary(): Promise<NoticeSummary>;
  list(unread: boolean, size: number, signal: AbortSignal): Promise<Page<InboxNotice>>;
  markRead(noticeId: number): Promise<unknown>;
  markAllRead(): Promise<unknown>;
  remove(noticeId: number): Promise<unknown>;
}

/** The person's own notices in the message center. */
export function createNoticesApi(http: HttpClient): NoticesApi {
  return {
    summary: () => http.get('/system/message/summary'),
    list: (unread, size, signal) =>
      http.list(
        '/system/message/list',
        { pageNum: 1, pageSize: size, ...(unread ? { unread } : {}) },
        { signal },
      ),
    markRead: (noticeId) => http.put(`/system/message/${noticeId}/read`),
    markAllRead: () => http.put('/system/message/read'),
    remove: (noticeId) => http.delete(`/system/message/${noticeId}`),
  };
}
