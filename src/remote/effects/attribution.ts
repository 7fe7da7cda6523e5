const REMOTE_FILE = /\/remote-apps\/([a-z][a-z0-9-]*)\//;

/** Tells whose code runs. */
export interface Attribution {
  /** The application whose file is the first in a stack; undefined where there is none. */
  ownerOf(this: void, stack: string | undefined): string | undefined;
  /** The application whose code has called what asks; undefined for the shell's own. */
  current(this: void): string | undefined;
}

/** @param developed the application that a stack leads to, of those that are served from their sources */
export function createAttribution(developed: (stack: string) => string | undefined): Attribution {
  // Taken before any application runs.
  const Trace = Error;
  const ownerOf: Attribution['ownerOf'] = (stack) =>
    stack === undefined ? undefined : (developed(stack) ?? REMOTE_FILE.exec(stack)?.[1]);
  return { ownerOf, current: () => ownerOf(new Trace().stack) };
}
