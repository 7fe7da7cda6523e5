import semver from 'semver';
import { PackagerError } from '../errors.ts';
import type { PluginProject } from './plugin-project.ts';

const FOREIGN = /^@(platform|plugins)\//;

/**
 * Compares peer dependencies with the libraries that the host provides (design 9.4-20, 9.7-52). Throws
 * `PEER_NOT_PROVIDED`. Without a published list nothing is compared.
 */
export function checkPeers({ peerDependencies, provided }: PluginProject): void {
  if (!provided) return;
  const problems = Object.entries(peerDependencies)
    .filter(([name]) => !FOREIGN.test(name))
    .flatMap(([name, wanted]) => {
      const offered = provided[name];
      if (offered === undefined) return [`${name} is a peer dependency, but the host does not provide it.`];
      const both = semver.validRange(wanted) !== null && semver.validRange(offered) !== null;
      if (!both || semver.intersects(wanted, offered)) return [];
      return [`${name} is wanted as ${wanted}, but the host provides ${offered}.`];
    });
  if (problems.length === 0) return;
  throw new PackagerError({
    code: 'PEER_NOT_PROVIDED',
    message: problems.join('\n'),
    fix: `Move it to dependencies, so that it is bundled, or use what is provided: ${Object.keys(provided).join(', ')}.`,
    details: problems,
  });
}
