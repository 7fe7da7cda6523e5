import satisfies from 'semver/functions/satisfies.js';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import { RemoteError } from '../errors.ts';
import type { SharedModules } from '../sharing/shared-modules.ts';

/**
 * Refuses an application whose requirements the host does not meet, before its code runs (design
 * 5.2).
 * @throws RemoteError REMOTE_INCOMPATIBLE with the required and the available version
 */
export function checkCompatibility(
  app: RemoteAppDescriptor,
  shared: SharedModules,
  runtimeApi: string,
): void {
  const problems = Object.entries(app.shared ?? {}).flatMap(([name, range]) => {
    const offered = shared[name]?.version;
    if (offered === undefined) return [`${name} ${range} is required, but the host does not share it`];
    return satisfies(offered, range) ? [] : [`${name} ${range} is required, but the host has ${offered}`];
  });
  if (app.runtimeApi !== undefined && !satisfies(runtimeApi, app.runtimeApi)) {
    problems.push(`runtime API ${app.runtimeApi} is required, but the host has ${runtimeApi}`);
  }
  if (problems.length === 0) return;
  throw new RemoteError({
    code: 'REMOTE_INCOMPATIBLE',
    stage: 'discovery',
    app: app.code,
    message: problems.join('; '),
  });
}
