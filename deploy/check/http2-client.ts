import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';

export interface Http2Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

export interface Http2Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** One connection over HTTP/2. Paths are sent as they are written. */
export class Http2Client {
  readonly #session: ClientHttp2Session;

  /** @param certificate to trust */
  constructor(url: string, certificate: string) {
    this.#session = connect(url, { ca: certificate });
    // A failed request tells it, too.
    this.#session.on('error', () => undefined);
  }

  /** `h2` once the connection is there. */
  get protocol(): string | undefined {
    return this.#session.alpnProtocol;
  }

  async request(path: string, { method = 'GET', headers, body }: Http2Request = {}): Promise<Http2Answer> {
    const stream = this.open(path, method, headers, body === undefined);
    const answer = this.#answer(stream);
    // A server that refuses a body answers before it has read it.
    if (typeof body === 'string') stream.end(body);
    else if (body) await Promise.race([pipeline(body, stream), answer]);
    return answer;
  }

  /** Opens a stream whose body comes and continues. */
  open(
    path: string,
    method = 'GET',
    headers: Readonly<Record<string, string>> = {},
    endStream = true,
  ): ClientHttp2Stream {
    return this.#session.request(
      { [constants.HTTP2_HEADER_METHOD]: method, [constants.HTTP2_HEADER_PATH]: path, ...headers },
      { endStream },
    );
  }

  close(): void {
    this.#session.destroy();
  }

  #answer(stream: ClientHttp2Stream): Promise<Http2Answer> {
    return new Promise((resolve, reject) => {
      let status = 0;
      let headers: Http2Answer['headers'] = {};
      const parts: Buffer[] = [];
      stream.on('response', (received) => {
        status = Number(received[':status']);
        headers = received;
      });
      stream.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
      stream.on('end', () => resolve({ status, headers, text: Buffer.concat(parts).toString() }));
    });
  }
}
