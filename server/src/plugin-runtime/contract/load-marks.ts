import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf, serviceToken, type Logger, type Undo } from '../../kernel/index.ts';

// Taken at the start: an application that has replaced it is marked, too.
const { stringify } = JSON;

/** A load that its process did not finish. */
export interface LoadMark {
  readonly appCode: string;
  readonly version: string;
  readonly pid: number;
  /** ISO timestamp of the begin of the load. */
  readonly at: string;
}

/** @param applications that are being loaded, each as `<code>@<version>` */
type LoadListener = (applications: readonly string[]) => void;

/** Told of loads in this process, where somebody outside of it has to know. */
export const LOAD_LISTENER = serviceToken<LoadListener>('load listener');

/**
 * Marks of loads in the data directory, one file each: written before code of an application runs,
 * removed after. What is left names the load that ended a process. (design 10.3, 10.7-14)
 *
 * Writes are synchronous, since the code that follows may never return.
 */
export class LoadMarks {
  readonly #under = new Map<string, string>();
  readonly #onChange: LoadListener | undefined;
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #left: Map<number, readonly LoadMark[]>;
  readonly #found: readonly string[];
  #next = 0;

  /**
   * Reads the marks that ended processes left.
   *
   * @param onChange told at once, before the code of an application runs
   */
  constructor(folder: string, logger: Logger, onChange?: LoadListener) {
    this.#onChange = onChange;
    this.#folder = folder;
    this.#logger = logger;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const marks = readdirSync(folder).flatMap((name) => {
      const mark = this.#read(name);
      return mark && !isAlive(mark.pid) ? [{ name, mark }] : [];
    });
    this.#found = marks.map(({ name }) => name);
    this.#left = Map.groupBy(
      marks.map(({ mark }) => mark),
      ({ pid }) => pid,
    );
  }

  /** @returns removes the mark */
  enter(appCode: string, version: string): Undo {
    const name = `${process.pid}-${(this.#next += 1)}-${appCode}.json`;
    const mark: LoadMark = { appCode, version, pid: process.pid, at: new Date().toISOString() };
    try {
      writeFileSync(join(this.#folder, name), stringify(mark));
    } catch (error) {
      // A full disk must not keep applications out.
      this.#logger.warn('The mark of a load could not be written', { appCode, error: reasonOf(error) });
    }
    this.#under.set(name, `${appCode}@${version}`);
    this.#tell();
    return () => {
      rmSync(join(this.#folder, name), { force: true });
      if (this.#under.delete(name)) this.#tell();
    };
  }

  /** Whether a load of the application is marked. */
  has(appCode: string): boolean {
    return [...this.#under.values()].some((marked) => marked.startsWith(`${appCode}@`));
  }

  /** Ended processes that nothing has explained yet, each with the begin of its last load. */
  get unexplained(): ReadonlyArray<{ readonly pid: number; readonly at: string }> {
    return [...this.#left].map(([pid, marks]) => ({
      pid,
      at:
        marks
          .map(({ at }) => at)
          .toSorted()
          .at(-1) ?? '',
    }));
  }

  /** Loads during which a process ended; each is told once. */
  take(pid: number): readonly LoadMark[] {
    const marks = this.#left.get(pid) ?? [];
    this.#left.delete(pid);
    return marks;
  }

  /** Removes the marks of ended processes, once they are recorded. */
  forget(): void {
    for (const name of this.#found) rmSync(join(this.#folder, name), { force: true });
  }

  #tell(): void {
    this.#onChange?.([...new Set(this.#under.values())]);
  }

  #read(name: string): LoadMark | undefined {
    try {
      const { appCode, version, pid, at } = JSON.parse(
        readFileSync(join(this.#folder, name), 'utf8'),
      ) as LoadMark;
      const known = [appCode, version, at].every((value) => typeof value === 'string');
      if (known && Number.isInteger(pid)) return { appCode, version, pid, at };
    } catch {
      // The process ended while it wrote the mark.
    }
    rmSync(join(this.#folder, name), { force: true });
    return undefined;
  }
}

/** A restarted container has the process id of the one before. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export const LOAD_MARKS = serviceToken<LoadMarks>('loadMarks');
