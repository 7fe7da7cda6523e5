import { useLoaded } from '@platform/remote-app/ui';
import { computed, type ComputedRef } from 'vue';
import { useHttp } from '../http/index.ts';
import { useSessionStore } from '../session/index.ts';

/** As many as are offered at once; the rest is in the rows of the page. */
const MOST = 500;

/**
 * Codes by which a list is narrowed to one application: those that are installed, where the person
 * may know them, and those in the rows of the page.
 */
export function useAppCodes(shown: () => readonly string[]): ComputedRef<readonly string[]> {
  const http = useHttp();
  const session = useSessionStore();
  const installs = useLoaded(async (signal) => {
    if (!session.can('app:install:list')) return [];
    const query = { pageNum: 1, pageSize: MOST };
    return (await http.list<{ appCode: string }>('/app/install/list', query, { signal })).rows;
  });
  return computed(() =>
    [...new Set([...(installs.data.value ?? []).map(({ appCode }) => appCode), ...shown()])]
      .filter((code) => code !== '')
      .toSorted(),
  );
}
