import satisfies from 'semver/functions/satisfies.js';
import type { OfferDetail } from '@platform/host-api';

/**
 * A condition of an installation and whether it is met; undefined where only the installation
 * itself can tell.
 */
export interface Requirement {
  kind: 'platform' | 'dependency' | 'optional';
  name: string;
  range: string;
  met: boolean | undefined;
  /** The present version. */
  found: string | undefined;
  /** It is there, but nobody can use it. */
  disabled: boolean;
}

/**
 * Requirements of the latest version, checked against installed applications and the server's
 * verdict.
 */
export function requirementsOf(app: OfferDetail): Requirement[] {
  const { platform, dependencies, optionalDependencies } = app.manifest ?? {};
  const required = applications('dependency', dependencies ?? {}, app);
  const optional = applications('optional', optionalDependencies ?? {}, app);
  if (!platform) return [...required, ...optional];
  const met = platformMet(app, required);
  return [
    { kind: 'platform', name: '', range: platform, met, found: undefined, disabled: false },
    ...required,
    ...optional,
  ];
}

function applications(
  kind: 'dependency' | 'optional',
  ranges: Readonly<Record<string, string>>,
  app: OfferDetail,
): Requirement[] {
  const accepted = kind === 'dependency' && app.state === 'notInstalled';
  return Object.entries(ranges).map(([name, range]) => {
    const other = app.needed.find(({ appCode }) => appCode === name);
    const found = other?.installedVersion ?? undefined;
    const disabled = other?.disabled ?? false;
    const met = accepted || (!!found && !disabled && satisfies(found, range));
    return { kind, name, range, found, disabled, met };
  });
}

/**
 * The server refuses for the platform or for dependencies; where the latter are met, it was the
 * platform.
 */
function platformMet(app: OfferDetail, dependencies: readonly Requirement[]): boolean | undefined {
  if (app.state === 'notInstalled' || app.installedVersion === app.latestVersion) return true;
  if (app.state === 'incompatible' && dependencies.every(({ met }) => met)) return false;
  return undefined;
}
