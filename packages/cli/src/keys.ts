import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from './command-context.ts';
import { CliError, EXIT } from './errors.ts';
import { KeyFile, keyIdOf } from './key-files.ts';

export interface KeyOptions {
  /** Folder of the host's `application.yml`. */
  readonly config?: string;
  /** Data directory of the host. */
  readonly data?: string;
}

interface ListedKey {
  readonly keyId: string;
  readonly file: string;
  readonly revoked: boolean;
}

const RESTART = 'It counts when the host is started the next time: restart it.';

/** Lists the keys that a host trusts after a start with the files of a folder. (design 9.8-61) */
export function listKeys({ output, env }: CommandContext, options: KeyOptions): void {
  const { own, generated } = filesOf(options, env);
  const revoked = new Set([...own.revoked(), ...generated.revoked()]);
  const rows = [generated, own].flatMap((file) =>
    file.trusted().map((keyId): ListedKey => ({ keyId, file: file.path, revoked: revoked.has(keyId) })),
  );
  const unknown = [...revoked].filter((keyId) => !rows.some((row) => row.keyId === keyId));
  const all = [...rows, ...unknown.map((keyId) => ({ keyId, file: own.path, revoked: true }))];
  output.result(all, () =>
    all.length === 0
      ? ['No key is trusted. Trust one: npx platform keys trust <file>']
      : all.map(({ keyId, file, revoked: gone }) => `${keyId}  ${gone ? 'revoked' : 'trusted'}  ${file}`),
  );
}

/** Trusts a publisher's key in `application.yml`, and keeps the rest of the file. */
export function trustKey({ output, env }: CommandContext, pemFile: string, options: KeyOptions): void {
  if (!existsSync(pemFile)) {
    throw new CliError('KEY_FILE_MISSING', `There is no file ${pemFile}.`, 'Name a PEM file.', EXIT.usage);
  }
  const pem = readFileSync(pemFile, 'utf8');
  const keyId = keyIdOf(pem, pemFile);
  const { own, generated } = filesOf(options, env);
  const known = [...own.trusted(), ...generated.trusted()].includes(keyId);
  if (generated.revoked().includes(keyId)) throw revokedElsewhere(keyId, generated.path);
  const revoked = own.revoked().includes(keyId);
  if (revoked) own.restore(keyId);
  if (!known) own.trust(pem);
  const changed = revoked || !known;
  if (changed) own.write();
  output.result({ keyId, file: own.path, changed }, () =>
    changed
      ? [`${own.path} trusts the key ${keyId}. ${RESTART}`]
      : [`The key ${keyId} is trusted already. Nothing was changed.`],
  );
}

/** Distrusts a key: removes it from `application.yml`, or revokes it if another file trusts it. */
export function distrustKey({ output, env }: CommandContext, id: string, options: KeyOptions): void {
  if (!/^[0-9a-f]{16}(?:[0-9a-f]{48})?$/i.test(id)) {
    throw new CliError(
      'KEY_ID_INVALID',
      `"${id}" is no id of a key.`,
      'An id has 16 hexadecimal digits: npx platform keys list shows them.',
      EXIT.usage,
    );
  }
  const keyId = id.slice(0, 16).toLowerCase();
  const { own, generated } = filesOf(options, env);
  const before = [own.trusted(), own.revoked()];
  const alone = before[0]?.includes(keyId) && !generated.trusted().includes(keyId);
  own.distrust(keyId);
  if (!alone && !before[1]?.includes(keyId)) own.revoke(keyId);
  const changed = alone || !before[1]?.includes(keyId);
  if (changed) own.write();
  output.result({ keyId, file: own.path, changed, revoked: !alone }, () => [
    changed
      ? `${own.path} ${alone ? 'trusts' : 'revokes'} the key ${keyId}${alone ? ' no more' : ''}. ${RESTART}`
      : `The key ${keyId} is revoked already. Nothing was changed.`,
  ]);
}

function filesOf(options: KeyOptions, env: CommandContext['env']): { own: KeyFile; generated: KeyFile } {
  const data = options.data ?? env['PLATFORM_DATA_DIR'] ?? 'data';
  const folder =
    options.config ?? (options.data ? undefined : env['PLATFORM_CONFIG_DIR']) ?? join(data, 'config');
  return { own: new KeyFile(folder, 'application.yml'), generated: new KeyFile(folder, 'generated.yml') };
}

function revokedElsewhere(keyId: string, file: string): CliError {
  return new CliError('KEY_REVOKED', `${file} revokes the key ${keyId}.`, 'Take it out there.', EXIT.failed);
}
