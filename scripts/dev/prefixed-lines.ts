import { styleText } from 'node:util';

const COLORS = ['cyan', 'magenta', 'yellow', 'blue', 'green'] as const;

/**
 * Writes the output of several programs into one terminal, each line with the name of its
 * program.
 */
export class PrefixedLines {
  readonly #write: (text: string) => void;
  readonly #width: number;
  readonly #names: string[] = [];

  /** @param names of the programs; the longest one sets the width of the prefix */
  constructor(names: readonly string[], write: (text: string) => void) {
    this.#write = write;
    this.#width = Math.max(0, ...names.map((name) => name.length));
    this.#names.push(...names);
  }

  line(name: string, text: string): void {
    const color = COLORS[Math.max(0, this.#names.indexOf(name)) % COLORS.length] ?? 'cyan';
    const prefix = styleText(color, `${name.padEnd(this.#width)} │`, { validateStream: false });
    for (const part of text.split('\n')) this.#write(`${prefix} ${part}\n`);
  }

  /**
   * Collects output into lines and drops empty ones. `end` writes an unfinished line.
   *
   * @param show the text for a line; undefined drops it
   */
  stream(
    name: string,
    show: (line: string) => string | undefined = (line) => line,
  ): { take(piece: string): void; end(): void } {
    let rest = '';
    const give = (line: string): void => {
      const text = show(line.trimEnd());
      if (text) this.line(name, text);
    };
    return {
      take(piece) {
        const lines = (rest + piece).split(/\r?\n/);
        rest = lines.pop() ?? '';
        lines.forEach(give);
      },
      end() {
        give(rest);
        rest = '';
      },
    };
  }
}
