import { useHttp, type HttpClient, type Page } from '@/shared/http';
import { pageIn, useAppTexts, type AppTranslator } from '@/shared/i18n/app-texts.ts';
import type { StartedTask } from '@/shared/tasks';
import type { BackendReport, IncidentRecord } from './backend-report.ts';
import type { Install } from './install.ts';

/** The installation endpoints, with names in the language of the shell. Use within setup. */
export const useInstallsApi = () => createInstallsApi(useHttp(), useAppTexts());

/** The installation endpoints (design 2.3). */
function createInstallsApi(http: HttpClient, translated: AppTranslator) {
  async function list(query: object, signal: AbortSignal): Promise<Page<Install>> {
    return pageIn(await http.list<Install>('/app/install/list', query, { signal }), translated);
  }
  return {
    list,
    find: async (appCode: string, signal: AbortSignal): Promise<Install | undefined> =>
      (await list({ appCode }, signal)).rows[0],
    /** Null where the application has no backend, or none was ever loaded. */
    backend: (appCode: string, signal: AbortSignal) =>
      http.get<BackendReport | null>(`/app/runtime/applications/${appCode}`, { signal }),
    incidents(appCode: string, signal: AbortSignal): Promise<Page<IncidentRecord>> {
      const query = { appCode, pageNum: 1, pageSize: 20 };
      return http.list<IncidentRecord>('/app/incident/list', query, { signal });
    },
    /** Ends the quarantine of a backend. */
    loadAgain: (appCode: string) => http.post<void>(`/app/runtime/applications/${appCode}/load`, {}),
    enable: (installId: number) => http.post<void>(`/app/install/${installId}/enable`, {}),
    disable: (installId: number) => http.post<void>(`/app/install/${installId}/disable`, {}),
    upgrade: (installId: number, version: string) =>
      http.post<StartedTask>(`/app/install/${installId}/upgrade`, { version }, { params: { async: true } }),
    /** Returns to the version before. */
    rollback: (installId: number) =>
      http.post<StartedTask>(`/app/install/${installId}/rollback`, {}, { params: { async: true } }),
    /** Acknowledges the last failure. */
    acknowledge: (installId: number) => http.delete<void>(`/app/install/${installId}/failure`),
    /** Removes the data too when its owner's code is given. */
    uninstall: (installId: number, dropDataOf?: string) =>
      http.delete<StartedTask>(`/app/install/${installId}`, {
        params: { async: true, dropData: dropDataOf !== undefined, confirm: dropDataOf },
      }),
  };
}
