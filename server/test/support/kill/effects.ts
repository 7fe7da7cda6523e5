import fs from 'node:fs';

/** The originals, which are not counted. */
const { existsSync, readFileSync, writeFileSync } = fs;

/** Told what is about to be changed. */
export type Observer = (describe: () => string) => void;

/** Changes of a process to files and database, in their order. */
class Effects {
  #observer: Observer | undefined;

  /** @param observer in place of the one before; undefined: nobody is told */
  observe(observer: Observer | undefined): void {
    this.#observer = observer;
  }

  /** @param describe what is about to be done */
  before(describe: () => string): void {
    this.#observer?.(describe);
  }
}

/** Changes of this process. */
export const effects = new Effects();

/**
 * Kills this process with SIGKILL at its n-th effect. A file that holds n arms it; without the file
 * nothing is counted, and the next one counts again. A second line is a pattern of the effects to
 * count. A description of the n-th effect is written beside the file.
 */
export function killWhenArmed(file: string): void {
  let count = 0;
  effects.observe((describe) => {
    if (!existsSync(file)) return void (count = 0);
    const [nth, places = ''] = readFileSync(file, 'utf8').split('\n');
    if (!new RegExp(places).test(describe())) return;
    count += 1;
    if (count !== Number(nth)) return;
    writeFileSync(`${file}.place`, describe());
    process.kill(process.pid, 'SIGKILL');
  });
}

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

/** Replaces methods of an object or a prototype by others that are given the original. */
export function replaceMethods(
  holder: object,
  names: readonly string[],
  replacement: (original: Method, name: string) => Method,
): void {
  const methods = holder as Methods;
  for (const name of names) {
    const original = methods[name];
    if (!original) throw new Error(`There is no ${name} to count.`);
    methods[name] = replacement(original, name);
  }
}
