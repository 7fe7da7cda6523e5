import { configLeaves } from './leaves.ts';
import { environmentNames } from './sources.ts';

/** Variables of the platform that are no settings. */
export const OWN_VARIABLES: ReadonlySet<string> = new Set([
  'PLATFORM_CA',
  'PLATFORM_CODE',
  'PLATFORM_CONFIG_DIR',
  'PLATFORM_HOME',
  'PLATFORM_PASSWORD',
  'PLATFORM_PROFILE',
  'PLATFORM_SUPERVISOR',
  'PLATFORM_TOKEN',
  'PLATFORM_URL',
]);

/**
 * Variables of others that begin so: of a desktop, and those that Kubernetes sets for a service.
 */
const OTHERS = /^SESSION_MANAGER$|_(?:SERVICE|PORT)(?:_|$)/;

/** Variables that begin as a setting does, and are none: the host ignores them. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set([...configLeaves.values()].flatMap((leaf) => environmentNames(leaf)));
  const beginnings = [...configLeaves.keys()].map(
    (path) => environmentNames({ path: `${groupOf(path)}.` })[0],
  );
  return Object.keys(env)
    .filter((name) => !known.has(name) && !OWN_VARIABLES.has(name) && !OTHERS.test(name))
    .filter((name) => beginnings.some((each) => each !== undefined && name.startsWith(each)))
    .toSorted();
}

const groupOf = (path: string): string => path.slice(0, path.indexOf('.'));
