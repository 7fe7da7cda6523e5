import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DoctorReport } from '@platform/host-api';
import { silentLogger, systemClock, type PlatformConfig } from '../kernel/index.ts';
import {
  databaseConfigOf,
  existingSecret,
  keyFileOf,
  nextKeyFileOf,
  openDatabase,
  PlatformKey,
  SecretBox,
  StoredSecrets,
} from '../data/index.ts';
import { examine, type ExaminedDatabase } from '../doctor/index.ts';
import { Storages } from '../system/index.ts';

/** Time for a database server to answer, in milliseconds. */
const WAIT_MS = 5_000;
const MARKS = { error: '✗', warning: '!', ok: '✓' } as const;

/** Examines a platform whose host may or may not run. */
export async function diagnose(config: PlatformConfig): Promise<DoctorReport> {
  const opened: Array<() => Promise<void>> = [];
  let data: Promise<ExaminedDatabase | undefined> | undefined;
  try {
    return await examine({
      config,
      nodeVersion: process.versions.node,
      environment: process.env,
      now: () => Date.now(),
      data: () => (data ??= openData(config, opened)),
    });
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}

async function openData(
  config: PlatformConfig,
  opened: Array<() => Promise<void>>,
): Promise<ExaminedDatabase | undefined> {
  const source = databaseConfigOf(config);
  if (source.type === 'sqlite' && !existsSync(source.file)) return undefined;
  const database = await openDatabase(source, { logger: silentLogger, clock: systemClock, waitMs: WAIT_MS });
  opened.push(() => database.close());
  await database.refreshTenantTables();
  // The check of the secrets says why one cannot be read.
  const secretIn = (file: string) => existingSecret(file).catch(() => undefined);
  const keys = [await secretIn(keyFileOf(config)), await secretIn(nextKeyFileOf(config))];
  const [key, ...further] = keys.flatMap((secret) => (secret === undefined ? [] : [new PlatformKey(secret)]));
  // Without its key nothing can be decrypted, which a key of nobody shows.
  const box = new SecretBox(key ?? new PlatformKey('no key'), further);
  const storages = new Storages(database, box, resolve(config.platform['data-dir']));
  opened.push(() => storages.close());
  const secrets = new StoredSecrets(database, box, silentLogger);
  return {
    database,
    storage: () => storages.checkActive(),
    unreadableSecrets: () => secrets.unreadable(),
  };
}

/** The diagnosis as lines for people. */
export function textOf({ platformVersion, findings }: DoctorReport): string {
  const lines = findings.flatMap(({ severity, what, why, fix }) => [
    `${MARKS[severity]} ${what}`,
    ...(why ? [`    ${why}`] : []),
    ...(fix ? [`    → ${fix}`] : []),
  ]);
  const count = (severity: string): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const summary = `Platform ${platformVersion}: ${count('error')} errors, ${count('warning')} warnings`;
  return [...lines, '', summary].join('\n');
}

/** Whether something would stop or endanger the platform. */
export const hasErrors = ({ findings }: DoctorReport): boolean =>
  findings.some(({ severity }) => severity === 'error');
