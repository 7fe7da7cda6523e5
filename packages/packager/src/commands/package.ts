import { relative, resolve } from 'node:path';
import { styleText } from 'node:util';
import { hasErrors, publicKeyOf, type SigningKey } from '@platform/package-format';
import { packageApplication } from '../application/package-application.ts';
import type { PackageStep } from '../application/package-options.ts';
import { parseArguments } from '../cli/arguments.ts';
import { formatDuration, formatFinding, type Output } from '../cli/output.ts';
import { PackagerError } from '../errors.ts';
import { createKeys, ensureKeys, readSigningKey } from '../keys/key-store.ts';
import { syncPublicKey } from '../keys/sync-public-key.ts';
import { findPlugin, findWorkspace, type Workspace } from '../workspace.ts';
import type { Command } from './command.ts';

/** The specification's named options (spec: Packager command). */
export const PACKAGE_OPTIONS = {
  Plugin: 'value',
  Version: 'value',
  SigningKey: 'value',
  FrontendProject: 'value',
  FrontendDist: 'value',
  MigrationPath: 'value',
  SkipFrontend: 'switch',
  NoSign: 'switch',
  Keygen: 'switch',
  SyncPublicKey: 'switch',
} as const;

/** `-Plugin`, `-Keygen`, `-SyncPublicKey`, alone or together. */
export const runPackage: Command = async ({ args, cwd, output }) => {
  const { options, positional } = parseArguments(PACKAGE_OPTIONS, args);
  if (positional.length > 0) {
    throw new PackagerError({
      code: 'ARGUMENT_UNEXPECTED',
      message: `Unexpected argument "${positional.join(' ')}".`,
      fix: `To package an application, pass -Plugin ${positional[0]}.`,
    });
  }
  const workspace = findWorkspace(cwd);
  if (options.Keygen) {
    const { keyId } = await createKeys(workspace.keysDir);
    output.line(`Created key ${keyId} in plugins/keys. Back up private.pem outside the repository.`);
  }
  const wantsKey = options.SyncPublicKey || (options.Plugin !== undefined && !options.NoSign);
  const key = wantsKey
    ? await signingKey(workspace, options.SigningKey && resolve(cwd, options.SigningKey), output)
    : undefined;
  if (options.SyncPublicKey && key) await sync(workspace, key, output);
  if (options.Plugin === undefined) return 0;

  const path = (value: string | undefined): string | undefined => value && resolve(cwd, value);
  const start = performance.now();
  const pluginDir = findPlugin(workspace, options.Plugin);
  output.line(styleText('bold', `Packaging ${relative(workspace.root, pluginDir)}`));
  const result = await packageApplication({
    pluginDir,
    root: workspace.root,
    outDir: workspace.outDir,
    signingKey: options.NoSign ? undefined : key,
    version: options.Version,
    frontendProject: path(options.FrontendProject),
    frontendDist: path(options.FrontendDist),
    migrationPath: path(options.MigrationPath),
    skipFrontend: options.SkipFrontend,
    onStep: (step) => output.line(formatStep(step)),
  });
  for (const finding of result.findings) output.line(formatFinding(finding));
  if (hasErrors(result.findings))
    output.line('The packager accepts this version, but a host will refuse it.');
  const unsigned = options.NoSign ? ', unsigned: hosts that enforce signatures will refuse it' : '';
  output.line(
    `${relative(workspace.root, result.file)} in ${formatDuration(performance.now() - start)}${unsigned}`,
  );
  return 0;
};

const formatStep = ({ name, summary, durationMs }: PackageStep): string =>
  `  ${styleText('green', '✔')} ${name.padEnd(9)} ${formatDuration(durationMs).padStart(7)}  ${styleText('dim', summary)}`;

async function signingKey(
  workspace: Workspace,
  given: string | undefined,
  output: Output,
): Promise<SigningKey> {
  if (given !== undefined) return readSigningKey(given);
  const { key, created } = await ensureKeys(workspace.keysDir);
  if (created) {
    output.line(
      `Created a signing key because there was none: ${key.keyId} in plugins/keys. Back up private.pem outside the repository.`,
    );
  }
  return key;
}

async function sync({ hostConfig, root }: Workspace, key: SigningKey, output: Output): Promise<void> {
  const changed = await syncPublicKey(hostConfig, publicKeyOf(key));
  const file = relative(root, hostConfig);
  output.line(
    changed
      ? `Wrote key ${key.keyId} to ${file}. Restart the host.`
      : `${file} already trusts key ${key.keyId}.`,
  );
}
