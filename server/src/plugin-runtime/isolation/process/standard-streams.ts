import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { format } from 'node:util';
import { isError, reasonOf, type LogLevel } from '../../../kernel/index.ts';
import type { PluginLogger } from '../../capabilities/plugin-logger.ts';

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

/** Standard streams and console of an application: its output becomes log lines with its code. */
export interface StandardStreams {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly console: Console;
}

/** Log level of each printing method; the rest of `console` uses the streams. */
const LEVELS = { log: 'info', info: 'info', debug: 'debug', warn: 'warn', error: 'error' } as const;

export function standardStreams(logger: PluginLogger): StandardStreams {
  const stdout = lines((line) => logger.info(line));
  const stderr = lines((line) => logger.error(line));
  const console = new Console({ stdout, stderr, colorMode: false });
  const at =
    (level: LogLevel) =>
    (...values: unknown[]): void => {
      if (!logger.admits(level)) return;
      const [error] = values.filter(isError);
      const text = format(...values.map((value) => (value === error ? reasonOf(error) : value)));
      // Each printed line becomes one log line.
      const [first = '', ...further] = level === 'info' ? text.split('\n') : [text];
      logger.admitted(level, first, error ? { error } : {});
      for (const line of further) logger.info(line);
    };
  for (const [name, level] of Object.entries(LEVELS)) Object.assign(console, { [name]: at(level) });
  return { stdout, stderr, console };
}
