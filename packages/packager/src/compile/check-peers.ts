import semver from 'semver';
import { PackagerError } from '../errors.ts';
import type { PluginProject } from './plugin-project.ts';

const FOREIGN = /^@(platform|plugins)\//;

/**
 * Compares what a project lists with what is on the host: peer dependencies are to be provided
 * there, dependencies, which are bundled, are not to be (spec: D1, D4; design 9.4-20, 9.7-52).
 * Throws `PROVIDED_BUNDLED`, `PEER_NOT_PROVIDED`, `PLATFORM_RANGE_UNMET`. Without a published
 * list no library is compared.
 */
export function checkPeers(project: PluginProject): void {
  const { dependencies, peerDependencies, provided = {} } = project;
  checkPlatform(project);
  const twice = Object.keys(dependencies).filter((name) => FOREIGN.test(name) || name in provided);
  if (twice.length > 0) {
    throw new PackagerError({
      code: 'PROVIDED_BUNDLED',
      message: `${twice.join(', ')}: provided by the host, so the classes of a bundled copy would exist twice.`,
      fix: 'Move it to peerDependencies.',
      details: twice,
    });
  }
  if (Object.keys(provided).length > 0) checkProvided(peerDependencies, provided);
}

function checkProvided(
  peerDependencies: Readonly<Record<string, string>>,
  provided: Readonly<Record<string, string>>,
): void {
  const problems = Object.entries(peerDependencies)
    .filter(([name]) => !FOREIGN.test(name))
    .flatMap(([name, wanted]) => {
      const offered = provided[name];
      if (offered === undefined) return [`${name} is a peer dependency, but the host does not provide it.`];
      const both = semver.validRange(wanted) !== null && semver.validRange(offered) !== null;
      if (!both || semver.intersects(wanted, offered)) return [];
      return [`${name} is required as ${wanted}, but the host provides ${offered}.`];
    });
  if (problems.length === 0) return;
  throw new PackagerError({
    code: 'PEER_NOT_PROVIDED',
    message: problems.join('\n'),
    fix: `Move it to dependencies to bundle it, or use a provided package: ${Object.keys(provided).join(', ')}.`,
    details: problems,
  });
}

/** A package that was built with a version outside of `platform` would be refused by that host. */
function checkPlatform({ name, platform, wanted }: PluginProject): void {
  if (wanted === undefined || semver.validRange(wanted) === null || semver.satisfies(platform, wanted))
    return;
  throw new PackagerError({
    code: 'PLATFORM_RANGE_UNMET',
    message: `${name} requires platform ${wanted} in app.json, but is built with @platform/plugin-sdk ${platform}.`,
    fix: 'Correct platform in app.json, or install that version of the SDK.',
  });
}
