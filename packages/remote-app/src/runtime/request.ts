import type { AxiosRequestConfig, AxiosResponse } from 'axios';

/** What a failed request throws (design 9.6-37). */
export interface RequestError extends Error {
  /** Stable code, `HELLO_ITEM_GONE`, or `NETWORK_ERROR`, `TIMEOUT` where no answer came. */
  code: string;
  /** HTTP status; 0 where no answer came. */
  status: number;
  requestId?: string;
  fix?: string;
  details?: unknown;
}

/** What a list endpoint gives. */
export interface ListResult<T> {
  total: number;
  rows: T[];
}

/**
 * HTTP with the host's base address, token and error handling. Resolves to the data inside the envelope: `data`, or
 * `{ total, rows }` for a list. Throws {@link RequestError}.
 */
export interface RemoteRequest {
  <T = unknown>(config: AxiosRequestConfig): Promise<T>;
  get<T = unknown>(url: string, config?: AxiosRequestConfig): Promise<T>;
  delete<T = unknown>(url: string, config?: AxiosRequestConfig): Promise<T>;
  post<T = unknown>(url: string, data?: unknown, config?: AxiosRequestConfig): Promise<T>;
  put<T = unknown>(url: string, data?: unknown, config?: AxiosRequestConfig): Promise<T>;
  patch<T = unknown>(url: string, data?: unknown, config?: AxiosRequestConfig): Promise<T>;
  /** The response as it came, for headers and downloads. */
  raw<T = unknown>(config: AxiosRequestConfig): Promise<AxiosResponse<T>>;
}
