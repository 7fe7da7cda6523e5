import type { HttpClient, Page } from '@/shared/http';

export type NoticeLevel = 'info' | 'success' | 'warning' | 'error';

/** A row of `GET /system/message/list`. */
export interface InboxNotice {
  noticeId: number;
  title: string;
  content: string | null;
  level: NoticeLevel;
  /** Path in the shell. */
  link: string | null;
  /** Application that sent it; null where the platform did. */
  appCode: string | null;
  readTime: string | null;
  createTime: string;
}

/** What `GET /system/message/summary` answers. */
export interface NoticeSummary {
  /** False while there is no message broker: nothing new arrives. */
  available: boolean;
  reason: string | null;
  unread: number;
}

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
