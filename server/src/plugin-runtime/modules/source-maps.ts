import { SourceMap } from 'node:module';
import type { PluginJar } from '../jar/read-jar.ts';

const FRAME = /plugin:\/\/([a-z][a-z0-9-]*)@[^/\s]+\/(\S+?):(\d+):(\d+)/g;

/** Name under which a module appears in stack traces before they are mapped. */
export const moduleUrl = (appCode: string, version: string, file: string): string =>
  `plugin://${appCode}@${version}/${file}`;

/** The application whose code a stack shows first. */
export function applicationOf(stack: string): string | undefined {
  return stack.matchAll(FRAME).next().value?.[1];
}

/** Rewrites stacks to the lines of the TypeScript sources; a map is parsed when it is first needed. (design 3.1) */
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

  /** Rewrites an error and its causes in place. */
  mapError<T>(thrown: T): T {
    const seen = new Set<unknown>();
    for (let error: unknown = thrown; error instanceof Error && !seen.has(error); error = error.cause) {
      seen.add(error);
      if (typeof error.stack === 'string' && error.stack.includes('plugin://')) {
        error.stack = this.mapStack(error.stack);
      }
    }
    return thrown;
  }

  #mapOf(file: string): SourceMap | undefined {
    if (!this.#maps.has(file)) {
      const text = this.#jar.text(`${file}.map`);
      const payload =
        text === undefined ? undefined : (JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]);
      this.#maps.set(file, payload && new SourceMap(payload));
    }
    return this.#maps.get(file);
  }
}
