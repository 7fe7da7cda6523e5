/** Modules that every application shares with the host (design 5.1). */
export const SHARED_MODULES = [
  'vue',
  'vue-router',
  'pinia',
  'element-plus',
  'axios',
  '@platform/remote-app',
] as const;

export type SharedModule = (typeof SHARED_MODULES)[number];

export function isShared(specifier: string): specifier is SharedModule {
  return (SHARED_MODULES as readonly string[]).includes(specifier);
}
