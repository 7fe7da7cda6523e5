import type { ConfigChange } from '@platform/host-api';
import type { HttpClient } from '@/shared/http';

/** The latest changes of a setting's value, the newest first (design 12). */
export async function configHistory(
  http: HttpClient,
  configKey: string,
  signal: AbortSignal,
): Promise<readonly ConfigChange[]> {
  const query: object = { configKey, pageNum: 1, pageSize: 100 };
  return (await http.list<ConfigChange>('/system/config/history', query, { signal })).rows;
}
