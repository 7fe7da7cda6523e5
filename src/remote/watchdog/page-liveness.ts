/** Milliseconds in which a responsive page answers. */
const ANSWER_MS = 1_500;

interface Message {
  readonly kind: 'ask' | 'alive';
  readonly page?: string;
}

/** Finds out which other pages of this origin respond, and responds to them. */
export interface PageLiveness {
  /** Resolves to the responsive pages, once all have answered or after 1.5 s. */
  alive(pages: readonly string[]): Promise<ReadonlySet<string>>;
  close(): void;
}

export function createPageLiveness(page: string): PageLiveness {
  const channel = new BroadcastChannel('platform.remote.pages');
  const responsive = new Set<string>();
  let onResponse = (): void => undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') channel.postMessage({ kind: 'alive', page } satisfies Message);
    else if (data.page !== undefined) {
      responsive.add(data.page);
      onResponse();
    }
  });
  return {
    alive: (pages) =>
      new Promise((resolve) => {
        if (pages.length === 0) return resolve(responsive);
        const timer = setTimeout(() => resolve(responsive), ANSWER_MS);
        onResponse = () => {
          if (!pages.every((other) => responsive.has(other))) return;
          clearTimeout(timer);
          resolve(responsive);
        };
        channel.postMessage({ kind: 'ask' } satisfies Message);
      }),
    close: () => channel.close(),
  };
}
