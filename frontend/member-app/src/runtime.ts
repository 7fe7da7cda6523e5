import { createRuntimeHolder } from '@platform/remote-app';

export const { holdRuntime, useRuntime } = createRuntimeHolder();

/** The text of a message key, in the language of the shell. */
export function t(key: string, params?: Record<string, string | number>): string {
  return useRuntime().i18n.t(key, params);
}
