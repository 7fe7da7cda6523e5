import autocannon from 'autocannon';

const CONNECTIONS = 20;

/**
 * A burst of GET requests.
 *
 * @param connections how many take part, each with one request at a time
 * @throws Error when an answer is not 200
 */
export function burstOf(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  connections = CONNECTIONS,
): (count: number) => Promise<void> {
  return async (amount) => {
    const { non2xx, errors } = await autocannon({ url, connections, amount, headers });
    if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were not 200, ${errors} failed.`);
  };
}
