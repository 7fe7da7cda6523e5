import { statSync } from 'node:fs';
import type { ParsedPackage } from '@platform/host-api';
import { publishPackage, type Published } from './publish-package.ts';
import { apiOf, type CommandContext } from './command-context.ts';
import { CliError, EXIT } from './errors.ts';
import { deliver } from './operations.ts';
import { findingLines } from './output.ts';

function assertFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  throw new CliError(
    'PACKAGE_FILE_MISSING',
    `There is no file ${file}.`,
    'Name a zip of dist-packages.',
    EXIT.usage,
  );
}

/** Uploads a package, which the host inspects and stores without publishing. (spec: Endpoints 1) */
export async function upload(context: CommandContext, file: string): Promise<void> {
  assertFile(file);
  const parsed = await apiOf(context).upload<ParsedPackage>('/app/package/parse', file);
  const { appCode, version, name, packageSize, packageSha256, securityNote, findings } = parsed;
  context.output.result(parsed, () => [
    `${appCode} ${version} (${name}), ${Math.ceil(packageSize / 1024)} kB, sha256 ${packageSha256}`,
    ...(securityNote ? [`  ${securityNote}`] : []),
    ...findingLines(findings),
  ]);
}

export interface PublishOptions {
  readonly notes?: string;
  readonly list: boolean;
  /** Install or upgrade it afterwards. */
  readonly install?: boolean;
}

/** Publishes a build in one command. (spec: Lifecycle listing sequence) */
export async function publish(context: CommandContext, file: string, options: PublishOptions): Promise<void> {
  assertFile(file);
  const { install = false, ...rest } = options;
  const { output } = context;
  const published = await publishPackage(apiOf(context), file, {
    ...rest,
    onStep: (step, { findings }) => {
      output.progress(`  ✓ ${step}`);
      if (step === 'uploaded') for (const line of findingLines(findings)) output.progress(line);
    },
  });
  const task = install ? await deliver(context, published.appCode, published.version) : undefined;
  output.result({ ...published, ...(task ? { task } : {}) }, () => [
    publishedLine(published),
    ...(task ? [`Done: ${task.kind}.`] : []),
  ]);
}

function publishedLine({ appCode, version, listed, alreadyPublished }: Published): string {
  const market = listed ? ', in the market' : '';
  return alreadyPublished
    ? `${appCode} ${version} was published before, with the same content${market}.`
    : `Published ${appCode} ${version}${market}.`;
}
