import type { DictData, DictionaryUse, DictType, ImportCheck, RemovedRecords } from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';
import type { Seen } from '@/shared/records';

export type { DictData, DictType } from '@platform/host-api';

export interface TypeChange {
  dictName: string;
  dictNames: Record<string, string>;
  dictType: string;
  remark: string;
  status: 0 | 1;
}

export interface EntryChange {
  dictLabel: string;
  dictLabels: Record<string, string>;
  dictValue: string;
  listClass: string;
  isDefault: boolean;
  status: 0 | 1;
  remark: string;
}

/** Dictionaries listed beside their entries. */
const TYPES = 200;

/** The endpoints of dictionaries and their entries (design 2.2). */
export const createDictionariesApi = (http: HttpClient) => ({
  types: {
    list(dictName: string, signal: AbortSignal): Promise<Page<DictType>> {
      const query = { pageNum: 1, pageSize: TYPES, dictName };
      return http.list<DictType>('/system/dict/type/list', query, { signal });
    },
    add: (type: TypeChange) => http.post<{ dictId: number }>('/system/dict/type', type),
    edit: (dictId: number, type: Partial<TypeChange> & Seen) =>
      http.put<void>('/system/dict/type', { dictId, ...type }),
    /** Installed applications that name it. */
    uses: (dictType: string, signal: AbortSignal) =>
      http.get<readonly DictionaryUse[]>(`/app/runtime/dictionaries/${dictType}/uses`, { signal }),
    remove: (dictId: number) => http.delete<RemovedRecords>(`/system/dict/type/${dictId}`),
  },
  entries: {
    list: (query: object, signal: AbortSignal): Promise<Page<DictData>> =>
      http.list<DictData>('/system/dict/data/list', query, { signal }),
    /** Reads a file; `apply` adds its entries. */
    import: (dictType: string, csv: string, apply: boolean) =>
      http.post<ImportCheck>('/system/dict/data/import', { dictType, csv, apply }),
    add: (entry: EntryChange & { dictType: string; dictSort: number }) =>
      http.post<{ dictCode: number }>('/system/dict/data', entry),
    edit: (dictCode: number, entry: Partial<EntryChange> & Seen) =>
      http.put<void>('/system/dict/data', { dictCode, ...entry }),
    /** @param by number of places to move down; negative values move up */
    move: (dictCode: number, by: number) => http.put<void>(`/system/dict/data/${dictCode}/move`, { by }),
    remove: (dictCode: number) => http.delete<RemovedRecords>(`/system/dict/data/${dictCode}`),
  },
});

export type DictionariesApi = ReturnType<typeof createDictionariesApi>;
