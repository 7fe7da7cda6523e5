import { createRuntimeHolder, type MessageParams } from '@platform/remote-app';

/** Views, and the parameters in the paths of their menus. */
export interface Views {
  overview: object;
}

export const { holdRuntime, useRuntime } = createRuntimeHolder<Views>();

/** A message of the application in the user's language. */
export function t(key: string, params?: MessageParams): string {
  return useRuntime().i18n.t(key, params);
}
