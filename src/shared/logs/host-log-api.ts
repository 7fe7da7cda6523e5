import type { LogFilter, LogLine, LogLines } from '@platform/host-api';
import type { EventStreamOptions, HttpClient } from '@/shared/http';

export type { LogFilter, LogLine, LogLines } from '@platform/host-api';

export type LogLevel = LogLine['level'];

const queryOf = (filter: LogFilter): string =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString();

/** The log of the host (design 11.5). */
export function createHostLogApi(http: Pick<HttpClient, 'stream'>) {
  return {
    /** Calls `take` with the last lines, once for each connection, then with new ones. */
    follow(
      filter: LogFilter,
      take: (lines: LogLines) => void,
      options: Pick<EventStreamOptions, 'signal' | 'onOpen' | 'onReconnect'>,
    ): Promise<void> {
      return http.stream(`/system/hostLog/follow?${queryOf(filter)}`, {
        ...options,
        onEvent: ({ event, data }) => {
          if (event === 'lines') take(JSON.parse(data) as LogLines);
        },
      });
    },
    /** Address of the whole log of today as a file; the browser sends the session's cookie. */
    downloadAddress: (filter: LogFilter): string => `/prod-api/system/hostLog/download?${queryOf(filter)}`,
  };
}

export type HostLogApi = ReturnType<typeof createHostLogApi>;
