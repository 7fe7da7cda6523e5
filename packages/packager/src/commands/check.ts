import { join, resolve } from 'node:path';
import { hasErrors, inspectPackage, platformFindings } from '@platform/package-format';
import { tryOnDatabases } from '../application/try-on-databases.ts';
import { parseArguments } from '../cli/arguments.ts';
import { formatFinding } from '../cli/output.ts';
import { readSdk } from '../compile/plugin-project.ts';
import { readTrustedKeys } from '../keys/key-store.ts';
import { findWorkspace } from '../workspace.ts';
import type { Command } from './command.ts';
import { requirePackages } from './package-arguments.ts';

const CHECK_OPTIONS = { PublicKey: 'value', NoSign: 'switch', Mysql: 'value', Postgres: 'value' } as const;

/**
 * `check <zip>…`: prints the findings of an enforcing host, and runs the migrations twice.
 *
 * They run on SQLite and on the database servers that respond. (spec: L1; design 4.4)
 */
export const runCheck: Command = async ({ args, cwd, output }) => {
  const { options, positional } = parseArguments(CHECK_OPTIONS, args);
  const { root, keysDir } = findWorkspace(cwd);
  const trustedKeys = await readTrustedKeys(
    options.PublicKey ? resolve(cwd, options.PublicKey) : `${keysDir}/public.pem`,
  );
  const sdk = await readSdk(root);
  let refused = 0;
  for (const file of requirePackages(positional, cwd)) {
    const inspected = await inspectPackage(file, {
      mode: options.NoSign ? 'off' : 'enforce',
      trustedKeys,
      providedPackages: Object.keys(sdk?.provided ?? {}),
    });
    const { manifest, signature } = inspected;
    // Scripts that a host refuses are not run.
    const { findings: twice, tried } = inspected.ok
      ? await tryOnDatabases(
          file,
          { mysql: options.Mysql, postgres: options.Postgres },
          join(root, 'plugins'),
        )
      : { findings: [], tried: [] };
    const range = manifest && sdk ? platformFindings(manifest, sdk.platform, 'error') : [];
    const findings = [...inspected.findings, ...range, ...twice];
    const ok = !hasErrors(findings);
    if (!ok) refused++;
    const what = manifest ? `${manifest.code} ${manifest.version}` : file;
    const ran = tried.length > 0 ? `, migrations ran twice on ${tried.join(', ')}` : '';
    output.line(`${what}: ${ok ? 'accepted' : 'refused'}, ${signature.state}${ran}`);
    for (const finding of findings) output.line(formatFinding(finding));
  }
  return refused === 0 ? 0 : 1;
};
