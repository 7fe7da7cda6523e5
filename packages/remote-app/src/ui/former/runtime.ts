import {
  createRuntimeHolder,
  type MessageParams,
  type RemoteI18n,
  type RemoteRuntime,
} from '@platform/remote-app';
import { provideFallback } from '../services/use-ui.ts';
import { messages } from './messages.ts';
import { servicesOf } from './services-of.ts';

const holder = createRuntimeHolder();
/** Messages of an application that called the deprecated `holdRuntime`. */
export const held: { i18n?: RemoteI18n } = {};

/**
 * Returns the runtime. @throws Error if the application has not been installed
 * @deprecated Export `useRuntime` of `createRuntimeHolder` of `@platform/remote-app`.
 */
export const useRuntime = holder.useRuntime;

/**
 * Stores the runtime for the application and its deprecated parts. Call once in `setup`.
 * @deprecated Export `holdRuntime` of `createRuntimeHolder` of `@platform/remote-app`.
 */
export function holdRuntime(runtime: RemoteRuntime): void {
  holder.holdRuntime(runtime);
  held.i18n = runtime.i18n;
  runtime.i18n.merge(messages);
  provideFallback(servicesOf(runtime));
}

/**
 * Text of a message key, in the language of the shell.
 * @deprecated Use `i18n.t` of the runtime.
 */
export function t(key: string, params?: MessageParams): string {
  return useRuntime().i18n.t(key, params);
}
