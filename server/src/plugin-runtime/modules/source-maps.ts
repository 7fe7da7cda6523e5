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

/** A frame of the application's own code in a mapped stack: `platform-hello/src/a.ts:3:7`. */
const OWN_PLACE = /(platform-[a-z0-9-]+\/src\/[^\s():]+:\d+:\d+)/;

/** Rewrites stacks to the lines of the TypeScript sources; a map is parsed when it is first needed. (design 3.1) */
export class SourceMaps {
  readonly #jar: Pick<PluginJar, 'text'>;
  readonly #maps = new Map<string, SourceMap | undefined>();
  /** Where errors that have been mapped come from. */
  readonly #places = new WeakMap<Error, string>();

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
        const stack = this.mapStack(error.stack);
        const place = firstOwnPlace(error.stack, stack);
        if (place !== undefined) this.#places.set(error, place);
        error.stack = stack;
      }
    }
    return thrown;
  }

  /**
   * Where in the application's sources an error comes from: of the innermost cause that shows it, never a line of the host.
   *
   * @returns `platform-hello/src/a.ts:3:7`
   */
  placeOf(thrown: unknown): string | undefined {
    this.mapError(thrown);
    let place: string | undefined;
    const seen = new Set<unknown>();
    for (let error = thrown; error instanceof Error && !seen.has(error); error = error.cause) {
      seen.add(error);
      place = this.#places.get(error) ?? place;
    }
    return place;
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

/** The first line that was the application's before it was mapped; its own sources before its libraries. */
function firstOwnPlace(raw: string, mapped: string): string | undefined {
  const after = mapped.split('\n');
  const own = raw
    .split('\n')
    .flatMap((line, index) => (line.includes('plugin://') ? [after[index] ?? ''] : []));
  return own.map((line) => OWN_PLACE.exec(line)?.[1]).find((place) => place !== undefined);
}
