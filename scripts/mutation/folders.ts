/** The folders whose mutations must be noticed by the unit tests that they hold. */
export const mutatedFolders: readonly string[] = [
  'server/src/data',
  'server/src/data/policy',
  'server/src/data/compiled',
  'server/src/data/ids',
  'server/src/data/secrets',
  'server/src/gateway',
  'server/src/kernel/http',
  'server/src/kernel/http/direct',
  'server/src/plugin-runtime/lifecycle',
  'server/src/plugin-runtime/capabilities',
  'server/src/plugin-runtime/mapper',
  'server/src/market/operations',
  'server/src/market/publishing',
  'server/src/market/tasks',
  'server/src/market/packages',
  'server/src/market/records',
  'server/src/market/requirements',
  'packages/package-format/src/inspect',
  'packages/package-format/src/manifest',
  'packages/package-format/src/signature',
  'packages/package-format/src/sql',
  'packages/package-format/src/zip',
  'packages/mapper/src',
  'packages/mapper/src/sql',
  'src/app/tabs',
  'src/shared/http',
  'src/shared/tasks',
  'src/remote/leaving',
  'src/remote/loading',
  'src/remote/view',
];

/** A folder to test the mutations themselves with. */
export const example = 'scripts/mutation/example';

/** Folders whose tests also look at a mutated folder. */
const furtherTests: Readonly<Record<string, readonly string[]>> = {
  'server/src/plugin-runtime/lifecycle': [
    'server/src/plugin-runtime/lifecycle.test.ts',
    'server/src/plugin-runtime/quarantine.test.ts',
    'server/src/plugin-runtime/refusals.test.ts',
    'server/src/plugin-runtime/runtime.test.ts',
    'server/src/plugin-runtime/siblings.test.ts',
  ],
  'server/src/kernel/http': ['server/src/gateway', 'server/src/market/api/edition-guard.test.ts'],
};

/** Patterns of the tests that must notice the mutations of a folder. */
export const testsOf = (folder: string): string[] =>
  [folder, ...(furtherTests[folder] ?? [])].map((place) =>
    place.endsWith('.test.ts') ? place : `${place}/**/*.test.ts`,
  );

/** The name of a folder's report. */
export const nameOf = (folder: string): string => folder.replaceAll('/', '-');
