import type { Readable } from 'node:stream';

/** Characters at the end that are kept. */
const KEPT = 32_768;
/** Lines of Node's inspector, which belong to no operator's log. */
const INSPECTOR_LINES =
  /^(?:Debugger (?:listening on|attached|ending on)|For help, see: https:\/\/nodejs|Waiting for the debugger to disconnect).*\n/gm;

/** Passes the standard error of a worker on, and reads in it. */
export class StandardError {
  #tail = '';
  #isInspected = false;
  #listener: (() => void) | undefined;

  constructor(stream: Readable) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      this.#tail = (this.#tail + text).slice(-KEPT);
      process.stderr.write(this.#isInspected ? text.replaceAll(INSPECTOR_LINES, '') : text);
      this.#listener?.();
    });
  }

  /** The last that was written. */
  get tail(): string {
    return this.#tail;
  }

  /** Leaves lines of the inspector out from now on. */
  hideInspector(): void {
    this.#isInspected = true;
    this.#tail = '';
  }

  /** Waits until a text is written. @returns undefined after the time limit */
  async find(pattern: RegExp, limitMs: number): Promise<RegExpExecArray | undefined> {
    return new Promise((resolve) => {
      const end = (found: RegExpExecArray | undefined): void => {
        clearTimeout(timer);
        this.#listener = undefined;
        resolve(found);
      };
      const look = (): void => {
        const found = pattern.exec(this.#tail);
        if (found) end(found);
      };
      const timer = setTimeout(() => end(undefined), limitMs);
      this.#listener = look;
      look();
    });
  }
}
