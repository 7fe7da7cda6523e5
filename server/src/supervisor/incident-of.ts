import { applicationFrame } from './application-frame.ts';
import type { Findings } from './examination.ts';
import type { StackFrame, WorkerIncident } from './protocol.ts';
import type { Death } from './worker.ts';

/** As Node prints a stack when a process aborts: `1: name (url:line:column)`. */
const PRINTED_FRAME = /^\s*\d+: (?:(.*) \()?(\S+?):(\d+):(\d+)\)?$/gm;
const OUT_OF_MEMORY = /^FATAL ERROR: .*(?:out of memory|heap limit)/im;

/** Facts about a worker that was silent for too long. */
export interface Blocked {
  /** `killed`: it was stopped from outside. */
  readonly kind: 'blocked' | 'memory' | 'killed';
  readonly silentMs: number;
  readonly findings: Findings;
  /** The application in whose synchronous work it stands still, as its watcher tells. */
  readonly inside: string | undefined;
  /** Time of one turn, where the event loop did turn. */
  readonly turnMs?: number;
  /** Resident bytes besides V8's heap, where these have grown to the limit while it turned. */
  readonly outsideBytes?: number;
  /** Codes of the applications that may have done it, where more is known than who was at work. */
  readonly suspects?: readonly string[] | undefined;
}

/** The incident of a worker's end; undefined where it ended as it should. */
export function incidentOf(death: Death, blocked: Blocked | undefined): WorkerIncident {
  const { atWork, pid, worker } = death;
  const common = { at: new Date().toISOString(), worker, pid, atWork };
  if (blocked !== undefined) {
    const { kind, silentMs, findings, inside } = blocked;
    const durationMs = silentMs === 0 ? undefined : Math.round(silentMs);
    const suspects = blocked.suspects ?? atWork;
    const message = howItWasFound(blocked);
    return { ...common, ...findings, inside, kind, message, durationMs, atWork: suspects };
  }
  const unknown = { ...common, durationMs: undefined, underWay: undefined };
  const { code, signal, inside, lastWords } = death;
  if (OUT_OF_MEMORY.test(lastWords)) {
    const message = 'The process ran out of memory.';
    return { ...unknown, kind: 'memory', message, inside, frames: printedFrames(lastWords) };
  }
  if (signal === 'SIGKILL' || signal === 'SIGTERM') {
    const message = `The process was ended by ${signal}.`;
    return { ...unknown, kind: 'killed', message, inside: undefined, frames: [] };
  }
  const message =
    signal === null ? `The process ended with code ${code}.` : `The process crashed by ${signal}.`;
  return { ...unknown, kind: 'crashed', message, inside, frames: printedFrames(lastWords) };
}

function howItWasFound({ kind, silentMs, turnMs, outsideBytes }: Blocked): string {
  const seconds = (silentMs / 1_000).toFixed(1);
  if (outsideBytes !== undefined)
    return `The memory outside of V8's heap grew to ${Math.round(outsideBytes / 2 ** 20)} MiB, its limit. The process was ended.`;
  if (kind === 'killed')
    return `The process was stopped from outside, and silent for ${seconds} s. It was ended.`;
  if (turnMs !== undefined)
    return `The event loop was kept busy by one work for ${seconds} s, with ${Math.round(turnMs)} ms for each turn. The process was ended.`;
  return kind === 'memory'
    ? `The process held the event loop for ${seconds} s while its memory grew to the limit. It was ended.`
    : `The event loop was blocked for ${seconds} s. The process was ended.`;
}

/**
 * Applications that explain the end of a worker, each as `<code>@<version>` as far as that is
 * known: that of the innermost frame, else the one inside whose turn it stood still, else those
 * that was being loaded. (design 10.7-3, 10.7-10)
 */
export function culpritsOf({ frames, inside }: WorkerIncident, { loading }: Death): readonly string[] {
  const own = applicationFrame(frames);
  if (own !== undefined) return [own.release];
  return inside === undefined ? loading : [inside];
}

function printedFrames(text: string): StackFrame[] {
  const [, stack = ''] = text.split('----- JavaScript stack trace -----');
  return [...stack.matchAll(PRINTED_FRAME)].map(([, name = '', url = '', line, column]) => ({
    function: name,
    url,
    line: Number(line),
    column: Number(column),
  }));
}
