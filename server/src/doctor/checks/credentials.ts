import { credentialsOf } from '../../actuator/index.ts';
import { DEFAULT_TENANT, requestContext } from '../../kernel/index.ts';
import { PasswordHasher } from '../../system/index.ts';
import type { Database } from '../../data/index.ts';
import { findingsOf, type Finding } from '../finding.ts';
import type { Surroundings } from '../surroundings.ts';

/** Passwords that are tried first, everywhere. */
const WELL_KNOWN = ['admin', 'admin123', '123456', '12345678', 'password', 'platform', 'changeme'];
/** Each derivation takes some tens of milliseconds. */
const MAX_ADMINISTRATORS = 20;

/** Passwords of the super administrators: well known, of the configuration, or never changed. */
export async function checkAdministrators(surroundings: Surroundings): Promise<Finding[]> {
  const data = await surroundings.data();
  if (!data || !(await data.database.hasTable('sys_user_role'))) return [];
  const administrators = await superAdministrators(data.database);
  const configured = surroundings.config.platform['admin-password'];
  const found: Finding[] = [];
  for (const administrator of administrators) {
    const finding = await examined(administrator, configured);
    if (finding) found.push(finding);
  }
  if (found.length > 0) return found;
  return [findingsOf('administrators').ok('No super administrator has a default password.')];
}

interface Administrator {
  readonly user_name: string;
  readonly password_hash: string;
  readonly password_changed_at: string | null;
}

function superAdministrators(database: Database): Promise<Administrator[]> {
  return requestContext.runIgnoringTenant(() =>
    database.query
      .selectFrom('sys_user as u')
      .innerJoin('sys_user_role as ur', 'ur.user_id', 'u.user_id')
      .innerJoin('sys_role as r', 'r.role_id', 'ur.role_id')
      .where('r.is_super', '=', true)
      .where('u.tenant_id', '=', DEFAULT_TENANT)
      .where('u.status', '=', 1)
      .select(['u.user_name', 'u.password_hash', 'u.password_changed_at'])
      .orderBy('u.user_id')
      .limit(MAX_ADMINISTRATORS)
      .execute(),
  );
}

async function examined(administrator: Administrator, configured: string): Promise<Finding | undefined> {
  const { error, warning } = findingsOf('administrators');
  const hasher = new PasswordHasher();
  const facts = { userName: administrator.user_name };
  const fix = `Log in as ${administrator.user_name}, and change the password under your account.`;
  for (const password of [...WELL_KNOWN, administrator.user_name]) {
    if (!(await hasher.verify(password, administrator.password_hash))) continue;
    return error('known', facts, {
      what: `The super administrator ${administrator.user_name} has a well-known password.`,
      why: 'Anybody who reaches the login can take over the platform.',
      fix,
    });
  }
  if (configured !== '' && (await hasher.verify(configured, administrator.password_hash))) {
    return warning('configured', facts, {
      what: `The super administrator ${administrator.user_name} still has the password of the configuration.`,
      why: 'It is in plain text in a file or in the environment.',
      fix: `${fix} Then remove platform.admin-password from the configuration.`,
    });
  }
  if (administrator.password_changed_at === null) {
    return warning('generated', facts, {
      what: `The super administrator ${administrator.user_name} still has the generated password.`,
      why: 'A person who passed it on may know it, and that of the first start may be in a log.',
      fix,
    });
  }
  return undefined;
}

/** Credentials of the monitoring endpoints. (design 16-23) */
export async function checkMonitoring({ config }: Surroundings): Promise<Finding[]> {
  const { ok, error } = findingsOf('monitoring');
  const { wellKnown } = credentialsOf({
    management: { ...config.management, 'allow-default-credentials': true },
  });
  if (!wellKnown) return [ok('The monitoring endpoints have credentials of their own.')];
  return [
    error(
      'default',
      {},
      {
        what: 'The monitoring endpoints use the well-known default credentials.',
        why: 'Anybody who reaches the API port can read logs, dumps and the environment.',
        fix: 'Set management.username and management.password.',
      },
    ),
  ];
}
