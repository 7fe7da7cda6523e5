import type { InjectionKey } from 'vue';
import { inject } from 'vue';
import type { HttpClient } from './client.ts';

export const httpKey: InjectionKey<HttpClient> = Symbol('http');

/** The application's HTTP client; in components, and in Pinia set-up stores. */
export function useHttp(): HttpClient {
  const http = inject(httpKey, undefined);
  if (!http) throw new Error('No HTTP client: the application was mounted without httpKey.');
  return http;
}
