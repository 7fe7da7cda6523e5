import type { ApplicationDescription } from '../../plugin-runtime/index.ts';

/** Name of the host's context, the parent of those of applications. */
const HOST = 'platform';

/** The contexts of Spring's actuator: one of the host, one of each application. */
export function contextsOf<T extends object>(
  host: T,
  applications: readonly ApplicationDescription[],
  partOf: (application: ApplicationDescription) => T,
): { contexts: Record<string, T & { parentId: string | null }> } {
  const parts = applications.map((application): [string, T & { parentId: string | null }] => [
    application.appCode,
    { ...partOf(application), parentId: HOST },
  ]);
  return { contexts: { [HOST]: { ...host, parentId: null }, ...Object.fromEntries(parts) } };
}
