import type { EventEmitter } from 'node:events';

/**
 * Lets a stream fail before somebody reads it: an `error` without a listener ends the process. Whoever reads it later is
 * still told, for a stream remembers why it was destroyed.
 *
 * @returns the same stream
 */
export function heldStream<T extends EventEmitter>(stream: T): T {
  return stream.on('error', () => undefined);
}
