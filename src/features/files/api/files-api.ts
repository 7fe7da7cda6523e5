import type {
  FileLink,
  FileRecord,
  RemovedRecords,
  Storage,
  StorageMove,
  UploadedFile,
} from '@platform/host-api';
import type { HttpClient, Page, UploadProgress } from '@/shared/http';
import type { Seen } from '@/shared/records';

export type { FileRecord, Storage, StorageMove };

export type StorageInput = Pick<
  Storage,
  | 'storageType'
  | 'bucket'
  | 'endpoint'
  | 'region'
  | 'accessKey'
  | 'prefix'
  | 'publicUrl'
  | 'privateBucket'
  | 'publicEndpoint'
  | 'pathStyle'
  | 'remark'
> & { readonly secretKey?: string };

export type Visibility = FileRecord['visibility'];

/** The endpoints of files (design 2.2). */
export function createFilesApi(http: HttpClient) {
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<FileRecord>> =>
      http.list<FileRecord>('/system/oss/list', query, { signal }),
    upload(
      file: File,
      visibility: Visibility,
      onProgress: (progress: UploadProgress) => void,
      signal: AbortSignal,
    ): Promise<UploadedFile> {
      const form = new FormData();
      form.append('file', file);
      return http.upload<UploadedFile>('/system/oss', form, { params: { visibility }, onProgress, signal });
    },
    rename: (ossId: number, originalName: string) => http.put<void>('/system/oss', { ossId, originalName }),
    remove: (ids: readonly number[]) => http.delete<{ changed: number }>(`/system/oss/${ids.join(',')}`),
    setVisibility: (ossId: number, visibility: Visibility) =>
      http.put<void>(`/system/oss/${ossId}/visibility`, { visibility }),
    /** A link that works for an hour without a login; for good where the file is public. */
    link: (ossId: number) => http.post<FileLink>(`/resource/oss/${ossId}/link`, {}),
    /** Content as the browser holds it. @param bytes only the first of them */
    async content(ossId: number, signal: AbortSignal, bytes?: number): Promise<Blob> {
      const { data } = await http.raw({
        url: contentPath(ossId),
        responseType: 'blob',
        signal,
        ...(bytes ? { headers: { Range: `bytes=0-${bytes - 1}` } } : {}),
      });
      return data as Blob;
    },
  };
}

export type FilesApi = ReturnType<typeof createFilesApi>;

/** The endpoints of storages, for the platform's own tenant. */
export function createStoragesApi(http: HttpClient) {
  const base = '/system/ossConfig';
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<Storage>> =>
      http.list<Storage>(`${base}/list`, query, { signal }),
    add: (configKey: string, input: StorageInput) =>
      http.post<{ ossConfigId: number }>(base, { configKey, ...input }),
    edit: (ossConfigId: number, input: StorageInput & Seen) =>
      http.put<void>(base, { ossConfigId, ...input }),
    setStatus: (ossConfigId: number, status: 0 | 1) =>
      http.put<void>(`${base}/${ossConfigId}/status`, { status }),
    check: (ossConfigId: number) => http.post<void>(`${base}/${ossConfigId}/check`),
    remove: (ossConfigId: number) => http.delete<RemovedRecords>(`${base}/${ossConfigId}`),
    moves: {
      list: (signal: AbortSignal) => http.get<StorageMove[]>(`${base}/moves`, { signal }),
      start: (ossConfigId: number, to: string) =>
        http.post<{ moveId: number }>(`${base}/${ossConfigId}/move`, { to }),
      set: (moveId: number, action: 'cancel' | 'resume') =>
        http.put<void>(`${base}/moves/${moveId}`, { action }),
    },
  };
}

export type StoragesApi = ReturnType<typeof createStoragesApi>;

/** Path of a file's content for somebody who is logged in. */
export const contentPath = (ossId: number): string => `/resource/oss/${ossId}/content`;
