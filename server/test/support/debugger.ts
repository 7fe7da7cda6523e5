import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Line numbers begin at 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

interface Script {
  readonly url: string;
  readonly file: string;
  readonly map: SourceMap;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
}

interface Paused {
  readonly callFrames: ReadonlyArray<{
    readonly location: {
      readonly scriptId: string;
      readonly lineNumber: number;
      readonly columnNumber: number;
    };
  }>;
}

/** A debugger as an editor is one: it knows sources from the maps that scripts carry. */
export class Debugger {
  readonly #socket: WebSocket;
  readonly #scripts = new Map<string, Script>();
  readonly #answers = new Map<number, (result: unknown) => void>();
  readonly #pauses: Paused[] = [];
  #onPause: (() => void) | undefined;
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
  }

  static async attach(port: number): Promise<Debugger> {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`);
    const [target] = (await response.json()) as Array<{ webSocketDebuggerUrl: string }>;
    const socket = new WebSocket(target!.webSocketDebuggerUrl);
    await new Promise((open) => socket.addEventListener('open', open, { once: true }));
    const session = new Debugger(socket);
    await session.#send('Debugger.enable');
    return session;
  }

  /** Sets a breakpoint on a line of a source, in every script of its address, now and later. */
  async breakAt({ file, line }: SourcePlace): Promise<void> {
    const script = [...this.#scripts.values()].findLast((candidate) => candidate.file === file);
    if (!script) throw new Error(`No script comes from ${file}.`);
    const { generatedLine } = lineOf(script.map, line);
    await this.#send('Debugger.setBreakpointByUrl', { url: script.url, lineNumber: generatedLine });
  }

  /** Where the process has stopped, or will next. */
  async paused(): Promise<SourcePlace> {
    while (this.#pauses.length === 0) await new Promise<void>((pause) => (this.#onPause = pause));
    const { scriptId, lineNumber, columnNumber } = this.#pauses.shift()!.callFrames[0]!.location;
    const script = this.#scripts.get(scriptId);
    const entry = script?.map.findEntry(lineNumber, columnNumber);
    if (!script || !entry || !('originalLine' in entry))
      throw new Error('It has stopped outside the sources.');
    return { file: script.file, line: entry.originalLine + 1 };
  }

  async resume(): Promise<void> {
    await this.#send('Debugger.resume');
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }

  #receive({ id, method, params, result }: Message): void {
    if (id !== undefined) this.#answers.get(id)?.(result);
    if (method === 'Debugger.scriptParsed') this.#know(params as Record<string, string>);
    if (method === 'Debugger.paused') {
      this.#pauses.push(params as unknown as Paused);
      this.#onPause?.();
    }
  }

  #know({ scriptId = '', url = '', sourceMapURL = '' }: Record<string, string>): void {
    const inline = /^data:application\/json;base64,(.*)$/s.exec(sourceMapURL)?.[1];
    if (!url.startsWith('plugin://') || inline === undefined) return;
    const map = new SourceMap(JSON.parse(Buffer.from(inline, 'base64').toString()) as SourceMapPayload);
    this.#scripts.set(scriptId, { url, file: fileURLToPath(map.payload.sources[0]!), map });
  }
}

type SourceMapPayload = ConstructorParameters<typeof SourceMap>[0];

/** The first generated line that comes from a line of the source. */
function lineOf(map: SourceMap, line: number): { generatedLine: number } {
  const generated = map.payload.mappings.split(';').length;
  for (let generatedLine = 0; generatedLine < generated; generatedLine++) {
    for (let column = 0; column < 200; column++) {
      const entry = map.findEntry(generatedLine, column);
      if ('originalLine' in entry && entry.originalLine + 1 === line && entry.generatedLine === generatedLine)
        return { generatedLine };
    }
  }
  throw new Error(`Nothing comes from line ${line}.`);
}
