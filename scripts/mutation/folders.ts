/** The folders whose mutations must be noticed, each by the unit tests it holds. */
export const mutatedFolders: readonly string[] = [
  'server/src/data',
  'server/src/kernel/http',
  'server/src/kernel/http/direct',
  'server/src/plugin-runtime/lifecycle',
  'server/src/plugin-runtime/capabilities',
  'server/src/market/tasks',
  'server/src/market/packages',
  'server/src/market/records',
  'server/src/market/requirements',
  'packages/package-format/src',
  'packages/package-format/src/manifest',
  'packages/mapper/src/sql',
  'src/app/tabs',
  'src/shared/tasks',
  'src/remote/leaving',
  'src/remote/loading',
];

/** The name of a folder's baseline and report. */
export const nameOf = (folder: string): string => folder.replaceAll('/', '-');
