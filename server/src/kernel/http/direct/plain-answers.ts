import type { ServerResponse } from 'node:http';
import { JSON_TYPE } from '../answer.ts';
import { plainHeaders } from '../exchange.ts';

/** Where Node keeps the head of a response until it is sent, and what is in it of the server. */
interface Headed {
  _header?: unknown;
  readonly _keepAliveTimeout?: unknown;
}

/** A head that Node has written, around the two values that differ from answer to answer. */
interface Head {
  readonly beforeId: string;
  readonly beforeLength: string;
  readonly end: string;
  /** Milliseconds since 1970 at which its `Date` is over. */
  readonly until: number;
  readonly keepAliveTimeout: unknown;
}

/**
 * Writes answers with status 200 and the usual headers. Node composes and checks a head once a
 * second; the answers until then have the same one, but for request id and length.
 * (docs/decisions/0146)
 */
export class PlainAnswers {
  #head: Head | undefined;

  send(response: ServerResponse, requestId: string, body: string): void {
    const bytes = Buffer.byteLength(body);
    if (!this.#reuseHead(response, requestId, bytes)) {
      response.writeHead(200, plainHeaders(requestId, JSON_TYPE, bytes));
      this.#keepHead(response, requestId, bytes);
    }
    // ASCII text is the same in both encodings, and cheaper to write as latin1.
    response.end(body, bytes === body.length ? 'latin1' : 'utf8');
  }

  #reuseHead(response: ServerResponse & Headed, requestId: string, bytes: number): boolean {
    const head = this.#head;
    if (head === undefined || Date.now() >= head.until || !isUsual(response)) return false;
    if (response._keepAliveTimeout !== head.keepAliveTimeout) return false;
    response._header = head.beforeId + requestId + head.beforeLength + bytes + head.end;
    return response.headersSent;
  }

  #keepHead(response: ServerResponse & Headed, requestId: string, bytes: number): void {
    const { _header: text, _keepAliveTimeout: keepAliveTimeout } = response;
    if (typeof text !== 'string' || !isUsual(response)) return;
    const idAt = text.indexOf(ID) + ID.length;
    const lengthAt = text.indexOf(LENGTH) + LENGTH.length;
    this.#head = {
      beforeId: text.slice(0, idAt),
      beforeLength: text.slice(idAt + requestId.length, lengthAt),
      end: text.slice(lengthAt + String(bytes).length),
      until: Math.floor(Date.now() / 1000) * 1000 + 1000,
      keepAliveTimeout,
    };
  }
}

const ID = '\r\nx-request-id: ';
const LENGTH = '\r\ncontent-length: ';

/** Whether the connection stays, and nothing has set a header, such as that of HTTPS. */
const isUsual = (response: ServerResponse): boolean =>
  response.shouldKeepAlive && response.sendDate && response.getHeaderNames().length === 0;
