import { get, type Agent } from 'node:http';

/**
 * Sends requests one after the other over one connection.
 * @returns the latency of each request in milliseconds
 */
export async function oneByOne(agent: Agent, url: string, count: number, token: string): Promise<number[]> {
  const latencies: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    const startedAt = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
        response.resume();
        response.once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
        );
      }).once('error', reject);
    });
    latencies.push(performance.now() - startedAt);
  }
  return latencies;
}
