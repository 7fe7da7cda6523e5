/** The style sheets that an application links by itself while it loads. */
export interface LinkedSheets {
  /** Resolves once all sheets linked so far are in the page. */
  settled(): Promise<void>;
  /** Removes the sheets and stops following. */
  stop(): void;
}

export interface LinkedSheetsOptions {
  /** Adds a sheet, scoped to the application's views; resolves to a function that removes it. */
  load(code: string, address: string): Promise<() => void>;
  warn(text: string): void;
  page: Document;
}

/**
 * Takes over the `<link>` elements that applications built without the preset add to the head,
 * where they would style the whole page. The link is removed before the browser fetches it, the
 * sheet is loaded scoped, and the link gets its `load` event, which the builder's code waits for.
 * @returns follows an application, given the address of its entry
 */
export function createLinkedSheets(
  options: LinkedSheetsOptions,
): (code: string, entry: string) => LinkedSheets {
  /**
   * Entry → sheets it linked; the browser evaluates an entry only once, so later loads reuse them.
   */
  const linked = new Map<string, Set<string>>();

  return (code, entry) => {
    const folder = new URL('.', new URL(entry, options.page.baseURI)).href;
    const known = linked.get(entry) ?? new Set();
    linked.set(entry, known);
    const undos: (() => void)[] = [];
    const pending = new Set<Promise<void>>();
    let stopped = false;

    function load(address: string, onSettled: (type: 'load' | 'error') => void): void {
      known.add(address);
      const loading = options
        .load(code, address)
        .then(
          (undo) => {
            if (stopped) undo();
            else undos.push(undo);
            onSettled('load');
          },
          (error: unknown) => {
            options.warn(`${code}: a linked style sheet could not be loaded: ${String(error)}`);
            onSettled('error');
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
        // The observer reports links of this microtask in the next one.
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
