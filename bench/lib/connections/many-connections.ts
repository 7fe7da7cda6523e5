import { get } from 'node:http';

/** Outcome of a number of connections, one request each. */
export interface Met {
  /** Answers by worker. */
  readonly shares: ReadonlyMap<string, number>;
  readonly failed: number;
}

/**
 * Sends requests, each on a connection of its own.
 *
 * @param width connections at once
 * @param isOver asked after each answer
 */
export async function connectUntil(
  port: number,
  width: number,
  isOver: (sent: number) => boolean,
): Promise<Met> {
  const shares = new Map<string, number>();
  let sent = 0;
  let failed = 0;
  const one = (): Promise<void> =>
    new Promise((resolve) => {
      get({ host: '127.0.0.1', port, agent: false }, (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () => shares.set(text, (shares.get(text) ?? 0) + 1))
          .on('error', () => (failed += 1))
          .on('close', resolve);
      }).on('error', () => {
        failed += 1;
        resolve();
      });
    });
  const lane = async (): Promise<void> => {
    while (!isOver(sent)) {
      sent += 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return { shares, failed };
}
