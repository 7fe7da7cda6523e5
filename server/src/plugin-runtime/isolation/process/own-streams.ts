import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { format } from 'node:util';
import type { Logger } from '../../../kernel/index.ts';

/** A stream whose lines go to the application's log. */
function lines(write: (line: string) => void): Writable {
  let rest = '';
  return new Writable({
    decodeStrings: false,
    write(chunk: unknown, _encoding, done) {
      const all = (rest + String(chunk)).split('\n');
      rest = all.pop() ?? '';
      for (const line of all) if (line !== '') write(line);
      done();
    },
  });
}

/** What an application prints: lines of its log, so that they carry its code. */
export interface OwnStreams {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly console: Console;
}

export function ownStreams(logger: Logger): OwnStreams {
  const stdout = lines((line) => logger.info(line));
  const stderr = lines((line) => logger.error(line));
  const console = new Console({ stdout, stderr, colorMode: false });
  const at =
    (level: 'debug' | 'warn' | 'error') =>
    (...values: unknown[]): void => {
      const [error] = values.filter((value) => value instanceof Error);
      logger[level](format(...values.map((value) => (value === error ? error?.message : value))), {
        ...(error ? { error } : {}),
      });
    };
  Object.assign(console, { debug: at('debug'), warn: at('warn'), error: at('error') });
  return { stdout, stderr, console };
}
