import type { LogLevel } from './levels.ts';
import type { DiskGuard } from './disk-guard.ts';
import { prettyLine } from './pretty.ts';
import { REOPEN_AFTER_MS, RollingFile } from './rolling-file.ts';

/** Where log lines go. */
export interface Sink {
  accepts(level: LogLevel): boolean;
  /** @param line JSON with a line break */
  write(line: string): void;
  close(): Promise<void>;
}

export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
  on?(event: 'error', listener: (error: Error) => void): unknown;
}

export function consoleSink(style: 'pretty' | 'json', terminal: Terminal): Sink {
  const colours = terminal.isTTY === true;
  let failedAt = -Infinity;
  // A closed pipe or a full disk loses lines and has no other effect.
  const fail = (): void => void (failedAt = performance.now());
  terminal.on?.('error', fail);
  return {
    accepts: () => true,
    write: (line) => {
      if (performance.now() - failedAt < REOPEN_AFTER_MS) return;
      try {
        terminal.write(style === 'json' ? line : prettyLine(line, colours));
      } catch {
        fail();
      }
    },
    close: () => Promise.resolve(),
  };
}

/**
 * The three files of the specification (spec: Logs).
 *
 * @param isShared whether other workers write the same files
 * @param guard leaves INFO lines out while the disk is nearly full
 */
export function fileSinks(
  directory: string,
  onFailure: (error: Error) => void,
  guard: Pick<DiskGuard, 'leavesOut' | 'isLow'>,
  isShared = false,
): Sink[] {
  const sink = (name: string, keep: number, gzip: boolean, accepts: Sink['accepts']): Sink => {
    const file = new RollingFile({ directory, name, keep, gzip, isShared, onFailure });
    return { accepts, write: (line) => file.write(line), close: () => file.close() };
  };
  return [
    sink('sys-console', 1, false, (level) =>
      level === 'info' ? !guard.leavesOut() : level !== 'trace' && level !== 'debug',
    ),
    sink('sys-info', 60, true, (level) => level === 'info' && !guard.isLow),
    sink('sys-error', 60, true, (level) => level === 'error'),
  ];
}
