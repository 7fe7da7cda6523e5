import type { HttpClient, Page, UploadProgress } from '@/shared/http';
import type { StartedTask } from '@/shared/tasks';
import type {
  CountedListing,
  NewVersion,
  NotedVersion,
  ListingChange,
  ParsedPackage,
  ReadinessProgress,
  Version,
  SignatureReadiness,
} from '@platform/host-api';

/** The publisher's endpoints (spec: Endpoints 1 to 5; design 2.3). */
export function createConsoleApi(http: HttpClient) {
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<CountedListing>> =>
      http.list<CountedListing>('/app/console/list', query, { signal }),
    async find(appCode: string, signal: AbortSignal): Promise<CountedListing | undefined> {
      const query = { keyword: appCode, pageNum: 1, pageSize: 500 };
      const page = await http.list<CountedListing>('/app/console/list', query, { signal });
      return page.rows.find((app) => app.appCode === appCode);
    },
    get: (appId: number, signal: AbortSignal) =>
      http.get<CountedListing>(`/app/console/${appId}`, { signal }),
    edit: (appId: number, change: Omit<ListingChange, 'appId'>) =>
      http.put<void>('/app/console', { appId, ...change }),
    remove: (appId: number) => http.delete<void>(`/app/console/${appId}`),
    setListed: (appId: number, listed: boolean) =>
      http.post<void>(`/app/console/${appId}/status`, {}, { params: { status: listed ? 1 : 0 } }),

    /** Uploads and inspects a package; a refusal throws `ApiError` with every finding. */
    parse(
      file: File,
      options: { signal: AbortSignal; onProgress: (progress: UploadProgress) => void },
    ): Promise<ParsedPackage> {
      const form = new FormData();
      form.append('file', file, file.name);
      return http.upload<ParsedPackage>('/app/package/parse', form, options);
    },
    save: (version: NewVersion) => http.post<Version>('/app/version', version),
    async versions(appId: number, signal: AbortSignal): Promise<readonly NotedVersion[]> {
      const query = { appId, pageNum: 1, pageSize: 500 };
      return (await http.list<NotedVersion>('/app/version/list', query, { signal })).rows;
    },
    /** Fetches and verifies every published package: takes a while. */
    readiness: (signal: AbortSignal) =>
      http.get<SignatureReadiness>('/app/console/signature-readiness', { signal, timeout: 0 }),
    /** Progress of the running check; null if the responding node has none. */
    readinessProgress: (signal: AbortSignal) =>
      http.get<ReadinessProgress | null>('/app/console/signature-readiness/progress', { signal }),
    publish: (versionId: number) => http.post<void>(`/app/version/${versionId}/publish`, {}),
    unlist: (versionId: number) => http.post<void>(`/app/version/${versionId}/unlist`, {}),
    deprecate: (versionId: number, reason: string) =>
      http.post<void>(`/app/version/${versionId}/deprecate`, { reason }),
    restore: (versionId: number) => http.post<void>(`/app/version/${versionId}/restore`, {}),
    removeVersion: (versionId: number) => http.delete<void>(`/app/version/${versionId}`),
    deploy: (versionId: number) =>
      http.post<StartedTask>(`/app/version/${versionId}/deploy`, {}, { params: { async: true } }),
  };
}

export type ConsoleApi = ReturnType<typeof createConsoleApi>;
