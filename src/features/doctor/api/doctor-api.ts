import type { DoctorReport } from '@platform/host-api';
import type { HttpClient } from '@/shared/http';

export type { DoctorFinding, DoctorReport } from '@platform/host-api';

/** The examination of the platform. (design 11.6) */
export function createDoctorApi(http: Pick<HttpClient, 'get'>) {
  return {
    examine: (signal: AbortSignal) => http.get<DoctorReport>('/system/doctor', { signal }),
  };
}
