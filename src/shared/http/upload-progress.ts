import type { AxiosProgressEvent } from 'axios';

/** How far an upload is. Bytes, bytes a second, seconds. */
export interface UploadProgress {
  loaded: number;
  total: number;
  /** 0 to 100. */
  percent: number;
  rate: number | undefined;
  remaining: number | undefined;
}

/** The shell's view of the transport's progress event. */
export function toUploadProgress(
  event: Pick<AxiosProgressEvent, 'loaded' | 'total' | 'rate' | 'estimated'>,
): UploadProgress {
  const total = event.total ?? 0;
  return {
    loaded: event.loaded,
    total,
    percent: total > 0 ? Math.min(100, (event.loaded / total) * 100) : 0,
    rate: event.rate,
    remaining: event.estimated,
  };
}
