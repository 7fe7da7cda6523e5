import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import sqlite from 'node:sqlite';

/**
 * Loaded before a host (`--import`), kills it with SIGKILL in front of its n-th effect: a change of a file, or a statement that
 * writes. It is armed by a file, named in `PLATFORM_KILL_FILE`, that holds n; without the file nothing is counted.
 */
const armed = process.env['PLATFORM_KILL_FILE'];
let effects = 0;

function beforeEffect(): void {
  if (armed === undefined || !readable.existsSync(armed)) return;
  effects += 1;
  if (effects === Number(readable.readFileSync(armed, 'utf8'))) process.kill(process.pid, 'SIGKILL');
}

/** The originals, which are not counted. */
const readable = { existsSync: fs.existsSync, readFileSync: fs.readFileSync };

type Methods = Record<string, (...args: unknown[]) => unknown>;

function count(
  holder: object,
  names: readonly string[],
  counts: (args: unknown[], self: unknown) => boolean,
): void {
  const methods = holder as Methods;
  for (const name of names) {
    const original = methods[name];
    if (!original) throw new Error(`There is no ${name} to count.`);
    methods[name] = function (this: unknown, ...args: unknown[]): unknown {
      if (counts(args, this)) beforeEffect();
      return original.apply(this, args);
    };
  }
}

const always = (): boolean => true;
const writes = (sql: unknown): boolean => !/^\s*(select|pragma|explain)\b/i.test(String(sql));

const changes = ['rename', 'writeFile', 'unlink', 'rm', 'mkdir', 'copyFile', 'cp', 'truncate', 'symlink'];
count(fs.promises, changes, always);
count(
  fs,
  changes.map((name) => `${name}Sync`),
  always,
);
count(fs, ['createWriteStream'], always);
count(sqlite.DatabaseSync.prototype, ['exec'], ([sql]) => writes(sql));
count(sqlite.StatementSync.prototype, ['run', 'all', 'get', 'iterate'], (_args, statement) =>
  writes((statement as sqlite.StatementSync).sourceSQL),
);
syncBuiltinESMExports();
