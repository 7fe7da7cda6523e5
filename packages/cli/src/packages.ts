import { statSync } from 'node:fs';
import { publishPackage, type Published, type StoredPackage } from './publish-package.ts';
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

/** Uploads a package: inspected and stored, nothing published. (spec: Endpoints 1) */
export async function upload(context: CommandContext, file: string): Promise<void> {
  assertFile(file);
  const parsed = await apiOf(context).upload<StoredPackage>('/app/package/parse', file);
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
  /** Install it afterwards, or upgrade what is installed. */
  readonly install?: boolean;
}

/** What a pipeline does with what it built, in one command. (spec: Lifecycle listing sequence) */
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
    told(published),
    ...(task ? [`Done: ${task.kind}.`] : []),
  ]);
}

const told = ({ appCode, version, listed }: Published): string =>
  `Published ${appCode} ${version}${listed ? ', in the market' : ''}.`;
