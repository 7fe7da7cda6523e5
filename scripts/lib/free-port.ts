import { createServer } from 'node:net';

/** Whether nobody listens on a port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/**
 * A free port below the range of ephemeral ports, so that no other process gets it before it is
 * used.
 */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  return (await isFree(port)) ? port : freePort();
}
