import { createRuntimeHolder, type MessageParams, type RemoteRuntime } from '@platform/remote-app';
import { messages } from './messages.ts';

const holder = createRuntimeHolder();

/** The runtime; throws when the application has not been installed. */
export const useRuntime = holder.useRuntime;

/**
 * Keeps the runtime for the application and for these parts, of which every application has a copy of its own. Is `setup` of
 * `defineApp`, or called in it.
 */
export function holdRuntime(runtime: RemoteRuntime): void {
  holder.holdRuntime(runtime);
  runtime.i18n.merge(messages);
}

/** The text of a message key, in the language of the shell. */
export function t(key: string, params?: MessageParams): string {
  return useRuntime().i18n.t(key, params);
}
