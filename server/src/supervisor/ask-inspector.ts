import type { Findings } from './examination.ts';
import { UNDER_WAY, type StackFrame, type WorkUnderWay } from './protocol.ts';

/** More frames tell no more of who called whom. */
const MOST_FRAMES = 200;
/** Code outside of Node runs within this time in an endless chain of ticks, in milliseconds. */
const OUTSIDE_LIMIT_MS = 1_000;
const PAUSE_EVERY_MS = 5;

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
 * Pauses a process by its inspector, and reads its stack and what was under way.
 *
 * Where Node's own code alone is running, as between the ticks of an endless chain, the process
 * goes on to code outside of it.
 *
 * @param address of the inspector's WebSocket
 */
export function askInspector(address: string): Promise<Findings> {
  const socket = new WebSocket(address);
  const urls = new Map<string, string>();
  let first: Findings | undefined;
  let frames: readonly StackFrame[] = [];
  const send = (id: number, method: string, params = {}): void =>
    socket.send(JSON.stringify({ id, method, params }));
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('The inspector does not answer.')));
    socket.addEventListener('open', () => {
      send(1, 'Debugger.enable');
      send(2, 'Debugger.pause');
    });
    socket.addEventListener('message', ({ data }) => {
      const { id, method, params, result } = JSON.parse(String(data)) as InspectorMessage;
      if (method === 'Debugger.scriptParsed') urls.set(params?.scriptId ?? '', params?.url ?? '');
      if (method === 'Debugger.paused') {
        frames = (params?.callFrames ?? []).slice(0, MOST_FRAMES).map((frame) => frameOf(frame, urls));
        const expression = `globalThis[Symbol.for('${UNDER_WAY}')]?.()`;
        send(3, 'Runtime.evaluate', { expression, returnByValue: true, silent: true, timeout: 200 });
      }
      if (id !== 3) return;
      const findings = { frames, underWay: result?.result?.value as WorkUnderWay | undefined };
      if (first !== undefined || !frames.every(({ url }) => url.startsWith('node:'))) {
        return resolve(findings);
      }
      first = findings;
      setTimeout(() => resolve(findings), OUTSIDE_LIMIT_MS);
      send(4, 'Debugger.setBlackboxPatterns', { patterns: ['^node:'] });
      send(5, 'Debugger.resume');
      // A pause that falls on Node's own code is forgotten.
      setInterval(() => send(6, 'Debugger.pause'), PAUSE_EVERY_MS);
    });
  });
}

const frameOf = ({ functionName, location }: CallFrame, urls: ReadonlyMap<string, string>): StackFrame => ({
  function: functionName,
  url: urls.get(location.scriptId) ?? '',
  line: location.lineNumber + 1,
  column: (location.columnNumber ?? 0) + 1,
});
