/** Memory of a host's process, in bytes. */
export interface Memory {
  /** Objects, after a full collection. */
  readonly heap: number;
  /** Buffers and other native memory of objects. */
  readonly external: number;
  readonly resident: number;
}

interface AllocationNode {
  readonly selfSize: number;
  readonly children: readonly AllocationNode[];
}

const bytesOf = ({ selfSize, children }: AllocationNode): number =>
  children.reduce((sum, child) => sum + bytesOf(child), selfSize);

/** Reads the memory of a process that was started with `--inspect`. */
export class HeapObserver {
  readonly #socket: WebSocket;
  #calls = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** @param port of the inspector, on the loopback */
  static async connect(port: number): Promise<HeapObserver> {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Array<{
      webSocketDebuggerUrl: string;
    }>;
    const [target] = targets;
    if (!target) throw new Error(`Nothing can be inspected on port ${port}.`);
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new HeapObserver(socket);
  }

  async memory(): Promise<Memory> {
    // Finalisers of the first collection free memory for the second.
    for (let round = 0; round < 2; round++) await this.#call('HeapProfiler.collectGarbage');
    const { result } = await this.#call<{ result: { value: NodeJS.MemoryUsage } }>('Runtime.evaluate', {
      expression: 'process.memoryUsage()',
      returnByValue: true,
    });
    const { heapUsed, external, rss } = result.value;
    return { heap: heapUsed, external, resident: rss };
  }

  /** Bytes that the process allocates while `work` runs, collected ones included; a sample. */
  async allocatedBy(work: () => Promise<void>): Promise<number> {
    await this.#call('HeapProfiler.startSampling', {
      samplingInterval: 16_384,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    await work();
    const { profile } = await this.#call<{ profile: { head: AllocationNode } }>('HeapProfiler.stopSampling');
    return bytesOf(profile.head);
  }

  close(): void {
    this.#socket.close();
  }

  #call<T>(method: string, params: object = {}): Promise<T> {
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      const receive = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: T; error?: { message: string } };
        if (answer.id !== id) return;
        this.#socket.removeEventListener('message', receive);
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`));
        else resolve(answer.result as T);
      };
      this.#socket.addEventListener('message', receive);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
