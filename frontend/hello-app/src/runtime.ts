import { createRuntimeHolder, type MessageParams } from '@platform/remote-app';

export const { holdRuntime, useRuntime } = createRuntimeHolder();

/** A message of the application in the user's language. */
export function t(key: string, params?: MessageParams): string {
  return useRuntime().i18n.t(key, params);
}
