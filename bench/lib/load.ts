import autocannon from 'autocannon';

export interface Load {
  /** Requests a second, mean over the run. */
  readonly rate: number;
  readonly failed: number;
}

/** Sends requests as fast as they are answered, for `seconds`, over 20 connections. */
export async function load(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<Load> {
  const result = await autocannon({ url, connections: 20, duration: seconds, headers });
  return { rate: result.requests.average, failed: result.non2xx + result.errors };
}
