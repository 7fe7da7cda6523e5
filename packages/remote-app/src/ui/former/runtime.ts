import { createRuntimeHolder, type MessageParams, type RemoteRuntime } from '@platform/remote-app';
import { provideFallback } from '../services/use-ui.ts';
import { messages } from './messages.ts';
import { servicesOf } from './services-of.ts';

const holder = createRuntimeHolder();

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
