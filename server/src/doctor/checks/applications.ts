import type { AppManifest } from '@platform/package-format';
import { PLATFORM_VERSION, requestContext } from '../../kernel/index.ts';
import { platformMismatch } from '../../market/index.ts';
import { findingsOf, type Finding } from '../finding.ts';
import type { Surroundings } from '../surroundings.ts';

/** A version of an application that some tenants have installed. */
interface Installed {
  readonly appCode: string;
  readonly version: string;
  readonly signature: string;
  readonly manifest: AppManifest;
  /** Codes of these tenants. */
  readonly tenants: readonly string[];
}

/** Installed versions that this platform has a record of; a catalog's may be known there only. */
async function installed(surroundings: Surroundings): Promise<Installed[] | undefined> {
  const data = await surroundings.data();
  if (!data || !(await data.database.hasTable('app_install'))) return undefined;
  const rows = await requestContext.runIgnoringTenant(() =>
    data.database.query
      .selectFrom('app_install as i')
      .innerJoin('app_version as v', (join) =>
        join.onRef('v.app_code', '=', 'i.app_code').onRef('v.version', '=', 'i.version'),
      )
      .select(['i.tenant_id', 'i.app_code', 'i.version', 'v.signature_state', 'v.manifest_json'])
      .orderBy('i.app_code')
      .orderBy('i.version')
      .orderBy('i.tenant_id')
      .execute(),
  );
  const versions = Map.groupBy(rows, ({ app_code, version }) => `${app_code} ${version}`);
  return [...versions.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    return {
      appCode: first.app_code,
      version: first.version,
      signature: first.signature_state,
      manifest: JSON.parse(first.manifest_json) as AppManifest,
      tenants: all.map(({ tenant_id }) => tenant_id),
    };
  });
}

/** Applications that this version of the platform cannot run. */
export async function checkApplications(surroundings: Surroundings): Promise<Finding[]> {
  const { ok, error } = findingsOf('applications');
  const all = await installed(surroundings);
  if (!all) return [];
  const unfit = all.filter(({ manifest }) => platformMismatch(manifest, PLATFORM_VERSION) !== undefined);
  if (unfit.length === 0)
    return [ok(`All ${all.length} installed versions fit this platform.`, { count: all.length })];
  return unfit.map(({ appCode, version, manifest, tenants }) => {
    const facts = {
      appCode,
      version,
      range: manifest.platform ?? '',
      platform: PLATFORM_VERSION,
      tenants: tenants.join(', '),
    };
    return error('unfit', facts, {
      what: `${appCode} ${version}, installed by ${facts.tenants}, needs platform ${facts.range}.`,
      why: `This platform is ${PLATFORM_VERSION}, which does not load the application.`,
      fix: 'Install a version for this platform, or keep the earlier platform until there is one.',
    });
  });
}

/** Installed packages that `enforce` refuses to install again. */
export async function checkSignatures(surroundings: Surroundings): Promise<Finding[]> {
  const { ok, warning } = findingsOf('signatures');
  const all = await installed(surroundings);
  if (!all) return [];
  const unsigned = all.filter(({ signature }) => signature !== 'signed');
  if (unsigned.length === 0) return [ok('Every installed package is signed by a trusted key.')];
  return unsigned.map(({ appCode, version, signature, tenants }) =>
    warning(
      'unsigned',
      { appCode, version, signature, tenants: tenants.join(', ') },
      {
        what: `The package of ${appCode} ${version}, installed by ${tenants.join(', ')}, is ${signature}.`,
        why: 'Nobody can tell who made it. In the mode enforce it cannot be installed again.',
        fix: 'Publish a signed version, and upgrade to it.',
      },
    ),
  );
}

/** Whether packages without a trusted signature are refused. (design 11.8-7) */
export async function checkSecurityMode({ config }: Surroundings): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf('securityMode');
  const { mode, 'public-key': keys } = config['app-market'].security;
  if (mode !== 'enforce') {
    return [
      (mode === 'off' ? error : warning)(
        mode,
        { mode },
        {
          what: `Packages without a trusted signature are accepted: app-market.security.mode is ${mode}.`,
          why: 'A package runs with the rights of the host.',
          fix: 'Set app-market.security.mode to enforce.',
        },
      ),
    ];
  }
  if (keys.length > 0) return [ok('Only packages with a trusted signature are accepted.', { mode })];
  return [
    warning(
      'no-key',
      { mode },
      {
        what: 'No public key is trusted, so that every package is refused.',
        why: 'app-market.security.mode is enforce, and app-market.security.public-key is empty.',
        fix: 'Add the public key of your publisher to app-market.security.public-key.',
      },
    ),
  ];
}
