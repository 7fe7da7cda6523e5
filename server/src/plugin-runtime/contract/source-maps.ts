import { SourceMap } from 'node:module';
import { causesOf, stackOf } from '../../kernel/index.ts';
import type { PluginJar } from './plugin-jar.ts';

const FRAME = /plugin:\/\/([a-z][a-z0-9-]*)@[^/\s]+\/(\S+?):(\d+):(\d+)/g;

/** File name of a module of an application; captures code and version. */
export const OWN_FRAME = /^plugin:\/\/([a-z][a-z0-9-]*)@([^/\s]+)\//;

/** File name of a module in unmapped stack traces. */
export const moduleUrl = (appCode: string, version: string, file: string): string =>
  `plugin://${appCode}@${version}/${file}`;

/** The application of the topmost plugin frame in a stack. */
export function applicationOf(stack: string): string | undefined {
  return stack.matchAll(FRAME).next().value?.[1];
}

/** Maps stacks to the TypeScript sources; source maps are parsed lazily. (design 3.1) */
export class SourceMaps {
  readonly #jar: Pick<PluginJar, 'text'>;
  readonly #maps = new Map<string, SourceMap | undefined>();

  constructor(jar: Pick<PluginJar, 'text'>) {
    this.#jar = jar;
  }

  mapStack(stack: string): string {
    return stack.replaceAll(
      FRAME,
      (frame: string, _code: string, file: string, line: string, column: string) => {
        const entry = this.#mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
        if (!entry || !('originalSource' in entry)) return frame;
        return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
      },
    );
  }

  /** Maps an error and its causes in place. */
  mapError<T>(thrown: T): T {
    for (const error of causesOf(thrown)) {
      const stack = stackOf(error);
      if (stack.includes('plugin://')) replaceStack(error as object, this.mapStack(stack));
    }
    return thrown;
  }

  #mapOf(file: string): SourceMap | undefined {
    if (!this.#maps.has(file)) {
      const text = this.#jar.text(`${file}.map`);
      this.#maps.set(file, text === undefined ? undefined : parsed(text));
    }
    return this.#maps.get(file);
  }
}

/** Keeps the stack of a frozen error, or of one whose setter throws. */
function replaceStack(error: object, stack: string): void {
  try {
    Reflect.set(error, 'stack', stack);
  } catch {
    // The author of such an error reads unmapped lines.
  }
}

function parsed(text: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return undefined;
  }
}
