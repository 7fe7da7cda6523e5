import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { loadPrivateKey, publicKeyOf } from '@platform/package-format';
import { parseArguments } from '../cli/arguments.ts';
import { findWorkspace } from '../workspace.ts';
import type { Command } from './command.ts';

/** `keys`: which key signs here, and its public half, as the host's configuration wants it. */
export const runKeys: Command = async ({ args, cwd, output }) => {
  parseArguments({}, args);
  const { keysDir, root, hostConfig } = findWorkspace(cwd);
  const file = join(keysDir, 'private.pem');
  if (!existsSync(file)) {
    output.line('There is no signing key yet. Create one with -Keygen or by packaging.');
    return 1;
  }
  const key = loadPrivateKey(await readFile(file, 'utf8'));
  const publicKey = publicKeyOf(key).trim();
  const lines = publicKey.split('\n');
  const config = existsSync(hostConfig) ? await readFile(hostConfig, 'utf8') : '';
  const trusted = config.includes(lines[1]!);
  output.line(`key ${key.keyId}  ${relative(root, file)}`);
  output.line(
    existsSync(hostConfig)
      ? `${relative(root, hostConfig)} ${trusted ? 'trusts it' : 'does not contain it; -SyncPublicKey adds it'}`
      : `a host trusts it after npm run platform -- keys trust ${relative(root, join(keysDir, 'public.pem'))} --data <its data> and a restart`,
  );
  output.line(publicKey);
  return 0;
};
