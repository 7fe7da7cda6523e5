/** Milliseconds in which a page that goes its way answers. */
const ANSWER_MS = 1_500;

interface Message {
  readonly kind: 'ask' | 'alive';
  readonly page?: string;
}

/** Asks other pages of this origin whether they answer, and answers them. */
export interface PageRoll {
  /** @returns those of the pages given that have answered; as soon as all have, or after 1.5 s */
  alive(pages: readonly string[]): Promise<ReadonlySet<string>>;
  close(): void;
}

export function askOthers(page: string): PageRoll {
  const channel = new BroadcastChannel('platform.remote.pages');
  const heard = new Set<string>();
  let onHeard = (): void => undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') channel.postMessage({ kind: 'alive', page } satisfies Message);
    else if (data.page !== undefined) {
      heard.add(data.page);
      onHeard();
    }
  });
  return {
    alive: (pages) =>
      new Promise((resolve) => {
        if (pages.length === 0) return resolve(heard);
        const timer = setTimeout(() => resolve(heard), ANSWER_MS);
        onHeard = () => {
          if (!pages.every((other) => heard.has(other))) return;
          clearTimeout(timer);
          resolve(heard);
        };
        channel.postMessage({ kind: 'ask' } satisfies Message);
      }),
    close: () => channel.close(),
  };
}
