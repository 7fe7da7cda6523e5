/** The sheets that an application links by itself while it is loaded. */
export interface OwnLinks {
  /** Resolves when those linked so far are in the page. */
  settled(): Promise<void>;
  /** Takes them out, and follows no longer. */
  stop(): void;
}

export interface OwnLinksOptions {
  /** Puts a sheet into the page, held inside the application's views; resolves to how to take it out. */
  load(code: string, address: string): Promise<() => void>;
  warn(text: string): void;
  page: Document;
}

/**
 * Follows what a remote that is built without the preset adds to the head: its builder links each sheet there, where it would reach
 * the whole page. The link is taken out before the browser has fetched it, the sheet is loaded as those are that the shell loads for an
 * application, and the link is told so, because its builder waits for that.
 * @returns follows an application by the address of its entry
 */
export function createOwnLinks(options: OwnLinksOptions): (code: string, entry: string) => OwnLinks {
  /** Entry → sheets it linked: a builder links each once, and the browser runs the entry once. */
  const linked = new Map<string, Set<string>>();

  return (code, entry) => {
    const folder = new URL('.', new URL(entry, options.page.baseURI)).href;
    const known = linked.get(entry) ?? new Set();
    linked.set(entry, known);
    const undos: (() => void)[] = [];
    const pending = new Set<Promise<void>>();
    let stopped = false;

    function load(address: string, tell: (type: 'load' | 'error') => void): void {
      known.add(address);
      const loading = options
        .load(code, address)
        .then(
          (undo) => {
            if (stopped) undo();
            else undos.push(undo);
            tell('load');
          },
          (error: unknown) => {
            options.warn(`${code}: a sheet that it links was not loaded: ${String(error)}`);
            tell('error');
          },
        )
        .finally(() => pending.delete(loading));
      pending.add(loading);
    }

    const observer = new MutationObserver((records) => {
      for (const node of records.flatMap((record) => [...record.addedNodes])) {
        if (!(node instanceof HTMLLinkElement) || node.rel !== 'stylesheet') continue;
        if (!node.href.startsWith(folder)) continue;
        node.remove();
        load(node.href, (type) => node.dispatchEvent(new Event(type)));
      }
    });
    for (const address of known) load(address, () => undefined);
    observer.observe(options.page.head, { childList: true });

    return {
      async settled() {
        // What was added in this turn is told in the next.
        await Promise.resolve();
        await Promise.all(pending);
      },
      stop() {
        stopped = true;
        observer.disconnect();
        for (const undo of undos.splice(0)) undo();
      },
    };
  };
}
