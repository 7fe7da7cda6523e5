import type { EventEmitter } from 'node:events';

/**
 * Lets a stream fail before it is read: an `error` event without a listener ends the process. A
 * later reader still receives the error, because a stream remembers why it was destroyed.
 *
 * @returns the same stream
 */
export function heldStream<T extends EventEmitter>(stream: T): T {
  return stream.on('error', () => undefined);
}
