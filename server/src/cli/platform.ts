import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseConfigOf } from '../data/index.ts';
import type { PlatformConfig } from '../kernel/index.ts';
import { explainFailure } from '../startup/explain-failure.ts';
import { loadProcessConfig } from '../startup/process-config.ts';
import { dumpAdvice } from './backup/database-dump.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { takeBackup } from './backup/take-backup.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import { diagnose, hasErrors, textOf } from './doctor.ts';
import { moveDatabase } from './move-database/move-database.ts';
import { rotateKey } from './keys/rotate-key.ts';

const USAGE = `Usage:
  platform backup <folder> [--without-key] [--key=value …]
  platform verify <folder>
  platform restore <folder> [--replace] [--key=value …]
  platform rotate-key [--old-key=<file>] [--keep-unreadable] [--key=value …]
  platform move-database [--from=<file>] [--leave-out=<table>] [--key=value …]
  platform doctor [--json] [--key=value …]

Configuration keys, such as --platform.data-dir=/srv/platform, are those of the host.`;

/** Commands that work on the files of a platform; others call a running host. */
export const fileCommands: readonly string[] = [
  'backup',
  'verify',
  'restore',
  'rotate-key',
  'move-database',
  'doctor',
];

const log = (line: string): void => console.log(`  ${line}`);

/**
 * Commands for operators that work on the platform's files. A failure is explained, and ends the
 * process with 1; arguments that cannot be read end it with 2. (design 11.6)
 *
 * @param serverFolder holds the `application.yml` that ships with the server
 */
export async function runFileCommand(args: readonly string[], serverFolder: string): Promise<void> {
  try {
    await run(args, (settings) => loadProcessConfig(serverFolder, { args: settings }).config);
  } catch (error) {
    if (isUnreadable(error)) return usage(error.message.split('. ')[0]);
    console.error(explainFailure(error));
    process.exitCode = 1;
  }
}

async function run(
  args: readonly string[],
  configOf: (settings: readonly string[]) => PlatformConfig,
): Promise<void> {
  const settings = args.filter((arg) => /^--[\w-]+\.[\w.-]+=/.test(arg));
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => !settings.includes(arg)),
    allowPositionals: true,
    options: {
      'without-key': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      'old-key': { type: 'string', multiple: true, default: [] },
      'keep-unreadable': { type: 'boolean', default: false },
      from: { type: 'string' },
      'leave-out': { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const [command, folder, ...more] = positionals;
  if (command === 'rotate-key' && folder === undefined) {
    return rotate(configOf(settings), values['old-key'], values['keep-unreadable']);
  }
  if (command === 'move-database' && folder === undefined) {
    return move(configOf(settings), values.from, values['leave-out']);
  }
  if (command === 'doctor' && folder === undefined) return doctor(configOf(settings), values.json);
  if (folder === undefined || more.length > 0) return usage();
  if (command === 'backup') return backup(configOf(settings), folder, values['without-key']);
  if (command === 'restore') return restore(configOf(settings), folder, values.replace);
  if (command === 'verify') return verify(folder);
  usage();
}

async function backup(config: PlatformConfig, folder: string, withoutKey: boolean): Promise<void> {
  const { manifest, buckets } = await takeBackup(config, folder, { withoutKey, log });
  console.log(`✓ ${resolve(folder)}: ${sizeOf(manifest.files)}, ${manifest.files.length} files`);
  if (manifest.secretKey) log('It contains the secret key of the platform: keep it as safe as the platform.');
  const source = databaseConfigOf(config);
  if (source.type !== 'sqlite' && manifest.database.dump === undefined) {
    log(`Not included: the database, because its tool is not installed. Take its dump, too:`);
    log(`  ${dumpAdvice(source)}`);
  }
  for (const path of manifest.missingObjects) log(`Missing in the platform: ${path}`);
  for (const name of buckets) log(`Not included: objects in the bucket of the storage ${name}.`);
}

async function restore(config: PlatformConfig, folder: string, replace: boolean): Promise<void> {
  const { applications, createdAt } = await restoreBackup(config, folder, { replace, log });
  console.log(`✓ Restored the platform of ${createdAt} with ${applications.length} installations.`);
  log('Start the host.');
}

async function verify(folder: string): Promise<void> {
  const { createdAt, platformVersion, files } = await verifyBackup(folder);
  console.log(
    `✓ Complete: ${createdAt}, platform ${platformVersion}, ${files.length} files, ${sizeOf(files)}`,
  );
}

async function rotate(
  config: PlatformConfig,
  oldKeyFiles: readonly string[],
  keepUnreadable: boolean,
): Promise<void> {
  const { written, unreadable } = await rotateKey(config, { oldKeyFiles, keepUnreadable, log });
  console.log(`✓ The platform has a new secret key. ${written} secrets were encrypted again.`);
  if (unreadable > 0) log(`${unreadable} secrets cannot be read: enter them again.`);
  log('All sessions and links ended. A backup without a key that was taken before needs the former key.');
}

async function move(
  config: PlatformConfig,
  from: string | undefined,
  leaveOut: readonly string[],
): Promise<void> {
  const moved = await moveDatabase(config, { from, leaveOut, log });
  console.log(`✓ Moved ${moved.rows} rows of ${moved.tables} tables to ${moved.to}.`);
  log(`Start the host. ${moved.from} is as it was: keep it until the platform runs well.`);
}

/** Ends with 1 where something would stop or endanger the platform. */
async function doctor(config: PlatformConfig, asJson: boolean): Promise<void> {
  const diagnosis = await diagnose(config);
  console.log(asJson ? JSON.stringify(diagnosis, null, 2) : textOf(diagnosis));
  if (hasErrors(diagnosis)) process.exitCode = 1;
}

const sizeOf = (files: ReadonlyArray<{ readonly size: number }>): string =>
  `${(files.reduce((sum, { size }) => sum + size, 0) / 1e6).toFixed(1)} MB`;

/** Error of `parseArgs`, whose first sentence is for people. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');

function usage(problem?: string): void {
  console.error(problem === undefined ? USAGE : `${problem}\n\n${USAGE}`);
  process.exitCode = 2;
}
