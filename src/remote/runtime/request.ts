import type { RemoteRequest } from '@platform/remote-app';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import { isEnvelope, unwrap } from '@/shared/http';

/**
 * Sends a request with the host's base URL, token and error handling.
 * Rejects with a `RequestError` for every response that is not a success.
 */
export type SendRequest = (config: AxiosRequestConfig) => Promise<AxiosResponse<unknown>>;

/** `runtime.request` (design 9.6-37): resolves to the data inside the envelope. */
export function createRequest(send: SendRequest): RemoteRequest {
  const call = async <T>(config: AxiosRequestConfig): Promise<T> => {
    const { data } = await send(toHost(config));
    return (isEnvelope(data) ? unwrap(data) : data) as T;
  };
  return Object.assign(call, {
    get: <T>(url: string, config?: AxiosRequestConfig) => call<T>({ ...config, method: 'get', url }),
    delete: <T>(url: string, config?: AxiosRequestConfig) => call<T>({ ...config, method: 'delete', url }),
    post: <T>(url: string, data?: unknown, config?: AxiosRequestConfig) =>
      call<T>({ ...config, method: 'post', url, data }),
    put: <T>(url: string, data?: unknown, config?: AxiosRequestConfig) =>
      call<T>({ ...config, method: 'put', url, data }),
    patch: <T>(url: string, data?: unknown, config?: AxiosRequestConfig) =>
      call<T>({ ...config, method: 'patch', url, data }),
    async raw<T>(config: AxiosRequestConfig) {
      const { data, status, statusText, headers } = await send(toHost(config));
      // The sent configuration contains the headers of the session.
      return { data, status, statusText, headers, config } as AxiosResponse<T>;
    },
  });
}

/** Restricts a request to the host, because it carries the headers of the session. */
function toHost({ baseURL: _base, adapter: _adapter, ...config }: AxiosRequestConfig): AxiosRequestConfig {
  return { ...config, allowAbsoluteUrls: false };
}
