import type { AxiosRequestConfig } from 'axios';
import type { RemoteRequest } from '../runtime/request.ts';

/** Returns the data of a response, or throws the host's error. */
export type AnswerRequest = (method: string, url: string, config: AxiosRequestConfig) => unknown;

/** `runtime.request` without a server. */
export function createTestRequest(answer: AnswerRequest): RemoteRequest {
  const call = async <T>(config: AxiosRequestConfig): Promise<T> =>
    (await answer(config.method ?? 'get', config.url ?? '', config)) as T;
  return Object.assign(call, {
    get: <T>(url: string, config?: AxiosRequestConfig) => call<T>({ ...config, method: 'get', url }),
    delete: <T>(url: string, config?: AxiosRequestConfig) => call<T>({ ...config, method: 'delete', url }),
    post: <T>(url: string, data?: unknown, config?: AxiosRequestConfig) =>
      call<T>({ ...config, method: 'post', url, data }),
    put: <T>(url: string, data?: unknown, config?: AxiosRequestConfig) =>
      call<T>({ ...config, method: 'put', url, data }),
    patch: <T>(url: string, data?: unknown, config?: AxiosRequestConfig) =>
      call<T>({ ...config, method: 'patch', url, data }),
    raw: () => Promise.reject(new Error('raw is not part of the test runtime')),
  });
}
