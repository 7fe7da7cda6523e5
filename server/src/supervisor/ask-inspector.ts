import type { Findings } from './examination.ts';
import { UNDER_WAY, type StackFrame, type WorkUnderWay } from './protocol.ts';

/** More frames tell no more of who called whom. */
const MOST_FRAMES = 200;
/** Code outside of Node runs within this time in an endless chain of ticks, in milliseconds. */
const OUTSIDE_LIMIT_MS = 1_000;
const PAUSE_EVERY_MS = 5;
/** A pause that takes longer does not come to its end, in milliseconds. */
const PAUSE_LIMIT_MS = 1_000;

const UNDER_WAY_OF = `globalThis[Symbol.for('${UNDER_WAY}')]?.()`;

/**
 * Reads the stack beneath it as a text, between two steps of the code that runs. V8 calls no
 * `prepareStackTrace` while another stack is made, so that it has to be a text.
 */
const STACK_BENEATH = `(() => {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Object.assign(Error, { prepareStackTrace: undefined, stackTraceLimit: ${MOST_FRAMES} });
  try {
    return { stack: new Error().stack, underWay: ${UNDER_WAY_OF} };
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
})()`;
/** `at Type.name [as alias] (url:line:column)`, or without a name. */
const TEXT_FRAME = /^ +at (?:(?:async |new )?(?:\S+\.)?(\S+)(?: \[as .*\])? \()?(\S+):(\d+):(\d+)\)?$/gm;

interface Beneath {
  readonly stack: string;
  readonly underWay: WorkUnderWay | undefined;
}

interface CallFrame {
  readonly functionName: string;
  readonly location: {
    readonly scriptId: string;
    readonly lineNumber: number;
    readonly columnNumber?: number;
  };
}

interface InspectorMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly scriptId?: string; readonly url?: string; readonly callFrames?: CallFrame[] };
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

/**
 * Pauses a process by its inspector, and reads its stack and running work.
 *
 * Where Node's own code alone is running, as between the ticks of an endless chain, the process
 * continues to code outside of it.
 *
 * The pause describes the values of each function, and calls the getters `stack` and `message` of
 * errors. Where one of these is what does not end, the stack that was read before is the answer.
 *
 * @param address of the inspector's WebSocket
 */
export async function askInspector(address: string): Promise<Findings> {
  const socket = new WebSocket(address);
  const over = new AbortController();
  try {
    return await findingsBy(socket, over.signal);
  } finally {
    over.abort();
    // The process continues.
    socket.close();
  }
}

function findingsBy(socket: WebSocket, over: AbortSignal): Promise<Findings> {
  const urls = new Map<string, string>();
  let beneath: Beneath | undefined;
  let isRead = false;
  let isLeavingNode = false;
  let frames: readonly StackFrame[] = [];
  let pausing: NodeJS.Timeout | undefined;
  const send = (id: number, method: string, params = {}): void =>
    socket.send(JSON.stringify({ id, method, params }));
  const evaluate = (id: number, expression: string): void =>
    send(id, 'Runtime.evaluate', { expression, returnByValue: true, silent: true, timeout: 200 });
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('The inspector does not answer.')));
    socket.addEventListener('open', () => {
      send(1, 'Debugger.enable');
      evaluate(2, STACK_BENEATH);
      // At once: native code may begin again before another message arrives.
      send(4, 'Debugger.pause');
    });
    socket.addEventListener('message', ({ data }) => {
      const { id, method, params, result } = JSON.parse(String(data)) as InspectorMessage;
      if (method === 'Debugger.scriptParsed') urls.set(params?.scriptId ?? '', params?.url ?? '');
      // A pause that was asked for before this one, by which nothing else would be answered.
      if (method === 'Debugger.paused' && !isRead) return send(8, 'Debugger.resume');
      if (method === 'Debugger.paused') {
        clearTimeout(pausing);
        frames = (params?.callFrames ?? []).slice(0, MOST_FRAMES).map((frame) => frameOf(frame, urls));
        evaluate(3, UNDER_WAY_OF);
      }
      if (id === 2) {
        isRead = true;
        beneath = result?.result?.value as Beneath | undefined;
        pausing = setTimeout(() => beneath && resolve(findingsOf(beneath)), PAUSE_LIMIT_MS);
      }
      if (id !== 3) return;
      const findings = { frames, underWay: result?.result?.value as WorkUnderWay | undefined };
      if (!frames.every(({ url }) => url.startsWith('node:'))) return resolve(findings);
      if (!isLeavingNode) {
        isLeavingNode = true;
        setTimeout(() => resolve(findings), OUTSIDE_LIMIT_MS);
        send(5, 'Debugger.setBlackboxPatterns', { patterns: ['^node:'] });
        // A pause that falls on Node's own code is forgotten, or comes here once more.
        const again = setInterval(() => send(7, 'Debugger.pause'), PAUSE_EVERY_MS);
        over.addEventListener('abort', () => clearInterval(again));
      }
      // The next function: microtasks are over between two pauses that fall on the call of Node's.
      send(6, 'Debugger.stepInto');
    });
  });
}

const frameOf = ({ functionName, location }: CallFrame, urls: ReadonlyMap<string, string>): StackFrame => ({
  function: functionName,
  url: urls.get(location.scriptId) ?? '',
  line: location.lineNumber + 1,
  column: (location.columnNumber ?? 0) + 1,
});

function findingsOf({ stack, underWay }: Beneath): Findings {
  const frames = [...stack.matchAll(TEXT_FRAME)]
    .map(([, name = '', url = '', line, column]) => ({
      function: name,
      url,
      line: Number(line),
      column: Number(column),
    }))
    .filter(({ url }) => url !== '<anonymous>');
  return { frames, underWay };
}
