import type { HttpAnswer } from '@platform/plugin-sdk/core';
import { PlatformError } from '../../kernel/index.ts';

/** An HTTP response whose body has been read. */
export class BufferedAnswer implements HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #bytes: Uint8Array;

  constructor(response: Response, bytes: Uint8Array) {
    this.status = response.status;
    this.headers = Object.freeze(Object.fromEntries(response.headers));
    this.#bytes = bytes;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  bytes(): Uint8Array {
    return this.#bytes;
  }

  text(): string {
    return new TextDecoder().decode(this.#bytes);
  }

  json<T>(): T {
    try {
      return JSON.parse(this.text()) as T;
    } catch (cause) {
      throw new PlatformError({
        code: 'HTTP_ANSWER_INVALID',
        status: 502,
        message: `The other system returned ${this.status} with a body that is not JSON: ${this.text().slice(0, 100)}`,
        fix: 'Check the response. It may be the error page of a proxy.',
        cause,
      });
    }
  }
}

/**
 * Reads a body to its end.
 *
 * @throws HTTP_ANSWER_TOO_LARGE beyond `maxBytes`
 */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new PlatformError({
        code: 'HTTP_ANSWER_TOO_LARGE',
        status: 502,
        message: `The response is larger than ${maxBytes} bytes.`,
        fix: 'Raise `maxBytes`, or read it with `stream()`.',
      });
    }
  }
  return Buffer.concat(chunks);
}
