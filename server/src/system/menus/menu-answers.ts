import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { toEnvelope, type Ctx } from '../../kernel/index.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** How many different answers are kept: one for each combination of tenant and roles in use. */
const MOST = 50;

interface Answer {
  readonly etag: string;
  readonly compressed: Buffer;
}

/**
 * Menus and route trees as they are sent: with thousands of menus, an answer is megabytes of JSON,
 * and a few per cent of that compressed.
 */
export class MenuAnswers {
  readonly #answers = new Map<string, Promise<Answer>>();

  /**
   * Answers with data, or says that the caller has it already.
   *
   * @param key of all that the data depends on
   * @param build makes the data; called where no answer is kept under the key
   */
  async send(ctx: Pick<Ctx, 'reply' | 'headers'>, key: string, build: () => unknown): Promise<Uint8Array> {
    const { etag, compressed } = await this.#answer(key, build);
    ctx.reply.header('etag', etag);
    ctx.reply.header('cache-control', 'private, no-cache');
    ctx.reply.header('vary', 'accept-encoding');
    if (ctx.headers['if-none-match'] === etag) {
      ctx.reply.status(304);
      return new Uint8Array();
    }
    ctx.reply.header('content-type', 'application/json; charset=utf-8');
    if (!/\bgzip\b/.test(String(ctx.headers['accept-encoding']))) return decompress(compressed);
    ctx.reply.header('content-encoding', 'gzip');
    return compressed;
  }

  #answer(key: string, build: () => unknown): Promise<Answer> {
    const kept = this.#answers.get(key);
    const answer = kept ?? encode(build());
    // The one that was asked for last is the last to leave.
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}

async function encode(data: unknown): Promise<Answer> {
  const json = JSON.stringify(toEnvelope(data));
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  return { etag, compressed: await compress(json) };
}
