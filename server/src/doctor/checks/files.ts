import { readdir, readFile, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, PlatformError, reasonOf, type PlatformConfig } from '../../kernel/index.ts';
import { assertKeyFits, keyFileOf, nextKeyFileOf, type Database } from '../../data/index.ts';
import { tlsFilesOf } from '../../gateway/index.ts';
import { namesSecret } from '../../infra/index.ts';
import { findingsOf, type Finding } from '../finding.ts';
import type { Surroundings } from '../surroundings.ts';

const OTHERS = 0o007;
const GROUP = 0o070;

/** Permissions of the files with keys and passwords: the secret key, and the configuration. */
export async function checkKeyFiles({ config }: Surroundings): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf('keyFiles');
  if (process.platform === 'win32') return [];
  const found: Finding[] = [];
  for (const file of await secretFiles(config)) {
    const mode = (await stat(file)).mode & 0o777;
    if ((mode & (OTHERS | GROUP)) === 0) continue;
    const facts = { file, mode: mode.toString(8).padStart(4, '0') };
    const isOpen = (mode & OTHERS) !== 0;
    found.push(
      (isOpen ? error : warning)(isOpen ? 'others' : 'group', facts, {
        what: `${isOpen ? 'Every user' : 'The group'} of this machine can read ${file} (${facts.mode}).`,
        why: 'It contains keys or passwords of the platform.',
        fix: `chmod 600 ${file}`,
      }),
    );
  }
  return found.length > 0 ? found : [ok('Only the user of the platform can read its keys.')];
}

/** Keys, and configuration that has passwords. */
async function secretFiles(config: PlatformConfig): Promise<string[]> {
  const folder = dirname(keyFileOf(config));
  const names = (await readdir(folder).catch(() => [])).sort();
  const found: string[] = [];
  for (const name of names) {
    const file = join(folder, name);
    const isKey = name.startsWith('platform.secret-key') || /\.(?:pem|key)$/.test(name);
    const isConfig = /\.(?:ya?ml|env)$/.test(name);
    if (isKey || (isConfig && hasSecret(await readFile(file, 'utf8')))) found.push(file);
  }
  const tlsKey = tlsFilesOf(config).get('server.tls.key');
  if (tlsKey !== undefined && !found.includes(tlsKey) && existsSync(tlsKey)) found.push(tlsKey);
  return found;
}

/** Whether a configuration sets a password, or an address with one. */
function hasSecret(text: string): boolean {
  const names = [...text.matchAll(/^[ \t]*([\w.-]+)[ \t]*[:=][ \t]*[^\s#]/gm)].map(([, name = '']) => name);
  return names.some(namesSecret) || /:\/\/[^/\s@]*:[^/\s@]+@/.test(text);
}

/** Whether the host starts with the platform's key, and can read the stored secrets with it. */
export async function checkSecrets(surroundings: Surroundings): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf('secrets');
  const data = await surroundings.data();
  if (!data || !(await data.database.hasTable('sys_oss_config'))) return [];
  const refusal = await refusalOfKey(data.database, surroundings.config);
  if (refusal) {
    return [
      error(
        'key',
        { file: keyFileOf(surroundings.config), reason: refusal.message },
        { what: refusal.message, why: 'The next start ends with this.', fix: refusal.fix ?? '' },
      ),
    ];
  }
  const unreadable = await data.unreadableSecrets();
  const [first] = unreadable;
  if (first) {
    return [
      error(
        'unreadable',
        { count: unreadable.length, first: first.message },
        {
          what: `${unreadable.length} stored secrets cannot be read. ${first.message}`,
          why: 'Storages and applications that need them fail.',
          fix: first.fix ?? '',
        },
      ),
    ];
  }
  const next = nextKeyFileOf(surroundings.config);
  if (await stat(next).catch(() => undefined)) {
    return [
      warning(
        'rotating',
        { file: next },
        {
          what: 'A rotation of the secret key was interrupted.',
          why: `Some secrets are encrypted with the new key in ${next}, others with the old one.`,
          fix: 'Stop the host, and run "npm run platform -- rotate-key" again.',
        },
      ),
    ];
  }
  return [ok('All stored secrets can be read.')];
}

async function refusalOfKey(database: Database, config: PlatformConfig): Promise<PlatformError | undefined> {
  try {
    await assertKeyFits(database, config);
    return undefined;
  } catch (failure) {
    if (failure instanceof PlatformError) return failure;
    throw failure;
  }
}

export async function checkStorage(surroundings: Surroundings): Promise<Finding[]> {
  const { ok, error } = findingsOf('storage');
  const data = await surroundings.data();
  if (!data || !(await data.database.hasTable('sys_oss_config'))) return [];
  try {
    const storage = await data.storage();
    return [ok(`The file storage ${storage} can be written.`, { storage })];
  } catch (failure) {
    if (codeOf(failure) === 'STORAGE_DISABLED') return [ok('No file storage is enabled.', {}, 'disabled')];
    const reason = reasonOf(failure);
    return [
      error(
        'unavailable',
        { reason },
        {
          what: `The file storage cannot be used: ${reason}`,
          why: 'Uploads fail, and so do installations of packages that it contains.',
          fix: 'Correct the storage under Content, File storages, or make its folder writable.',
        },
      ),
    ];
  }
}
