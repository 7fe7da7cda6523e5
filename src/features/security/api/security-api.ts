import type {
  ConfiguredProvider,
  Menu,
  ProviderCheck,
  RightsChangeDetail,
  RightsChangeRow,
  RightsKind,
  ScriptToken,
} from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';

export type {
  ConfiguredProvider,
  ProviderCheck,
  RightsChangeDetail,
  RightsChangeRow,
  RightsKind,
  ScriptToken,
};

const tokens = '/system/token';
const rights = '/system/rightsLog';

/** The endpoints of tokens for scripts and of changes of rights (design 11.7). */
export function createSecurityApi(http: HttpClient) {
  return {
    tokens: {
      list: (query: object, signal: AbortSignal): Promise<Page<ScriptToken>> =>
        http.list<ScriptToken>(`${tokens}/list`, query, { signal }),
      revoke: (tokenId: number) => http.delete<{ changed: number }>(`${tokens}/${tokenId}`),
      revokeOf: (userId: number) => http.delete<{ changed: number }>(`${tokens}/user/${userId}`),
    },
    providers: {
      list: (signal: AbortSignal) => http.get<ConfiguredProvider[]>('/system/loginProvider', { signal }),
      check: (id: string) => http.post<ProviderCheck>(`/system/loginProvider/${id}/check`),
    },
    rights: {
      list: (query: object, signal: AbortSignal): Promise<Page<RightsChangeRow>> =>
        http.list<RightsChangeRow>(`${rights}/list`, query, { signal }),
      get: (entryId: number, signal: AbortSignal) =>
        http.get<RightsChangeDetail>(`${rights}/${entryId}`, { signal }),
      /** Menus whose permissions the person has, for the names of these. */
      menus: async (signal: AbortSignal): Promise<readonly Menu[]> =>
        (await http.list<Menu>('/system/menu/grantable', {}, { signal })).rows,
    },
  };
}
