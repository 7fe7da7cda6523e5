const REMOTE_FILE = /\/remote-apps\/([a-z][a-z0-9-]*)\//;
/** The first ten frames, the default of V8, can all belong to Vue. */
const STACK_FRAMES = 50;

/** The installed application whose file is the first in a stack. */
export const installedOwnerOf = (stack: string): string | undefined => REMOTE_FILE.exec(stack)?.[1];

/** Attributes running code to applications. */
export interface Attribution {
  /** The application whose file is the first in a stack; undefined if there is none. */
  ownerOf(this: void, stack: string | undefined): string | undefined;
  /** The application whose code is on the stack; undefined for the shell's own code. */
  current(this: void): string | undefined;
}

/** @param developed the application served from its sources that a stack leads to */
export function createAttribution(developed: (stack: string) => string | undefined): Attribution {
  // Taken before any application runs, because an application may replace it.
  const Trace: typeof Error & { stackTraceLimit?: number } = Error;
  Trace.stackTraceLimit = Math.max(Trace.stackTraceLimit ?? 0, STACK_FRAMES);
  const ownerOf: Attribution['ownerOf'] = (stack) =>
    stack === undefined ? undefined : (developed(stack) ?? installedOwnerOf(stack));
  return { ownerOf, current: () => ownerOf(new Trace().stack) };
}
