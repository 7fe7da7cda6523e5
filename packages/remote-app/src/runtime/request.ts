import type { AxiosRequestConfig, AxiosResponse } from 'axios';

/** Error of a failed request (design 9.6-37). */
export interface RequestError extends Error {
  /** Stable code such as `HELLO_ITEM_GONE`; `NETWORK_ERROR` or `TIMEOUT` without a response. */
  code: string;
  /** HTTP status; 0 without a response. */
  status: number;
  requestId?: string;
  fix?: string;
  details?: unknown;
}

/** Result of a list endpoint. */
export interface ListResult<T> {
  total: number;
  rows: T[];
  /** False where the list has more rows than `total`. */
  totalExact?: boolean;
  /** Key of the next page of a list that is paged by key; null on the last one. */
  next?: string | null;
}

/**
 * HTTP client with the host's base URL, token and error handling. Resolves to `data` of the
 * envelope, or `{ total, rows }` of a list. Throws {@link RequestError}.
 */
export interface RemoteRequest {
  <T = unknown>(config: AxiosRequestConfig): Promise<T>;
  get<T = unknown>(url: string, config?: AxiosRequestConfig): Promise<T>;
  delete<T = unknown>(url: string, config?: AxiosRequestConfig): Promise<T>;
  post<T = unknown>(url: string, data?: unknown, config?: AxiosRequestConfig): Promise<T>;
  put<T = unknown>(url: string, data?: unknown, config?: AxiosRequestConfig): Promise<T>;
  patch<T = unknown>(url: string, data?: unknown, config?: AxiosRequestConfig): Promise<T>;
  /** Resolves to the whole response, for headers and downloads. */
  raw<T = unknown>(config: AxiosRequestConfig): Promise<AxiosResponse<T>>;
}
