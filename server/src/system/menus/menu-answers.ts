import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { R } from '@platform/plugin-sdk/core';
import type { Ctx } from '../../kernel/index.ts';
import type { RouterNode } from '@platform/host-api';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** How many different answers are kept: one for each combination of tenant and roles in use. */
const MOST = 50;

interface Answer {
  readonly etag: string;
  readonly compressed: Buffer;
}

/**
 * Route trees as they are sent: with thousands of menus, one is a megabyte of JSON, and a few per
 * cent of that compressed.
 */
export class MenuAnswers {
  readonly #answers = new Map<string, Promise<Answer>>();

  /**
   * Answers with a tree, or says that the caller has it already.
   *
   * @param key of all that the tree depends on
   * @param build makes the tree; called where no answer is kept under the key
   */
  async send(
    ctx: Pick<Ctx, 'reply' | 'headers'>,
    key: string,
    build: () => readonly RouterNode[],
  ): Promise<Uint8Array> {
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

  #answer(key: string, build: () => readonly RouterNode[]): Promise<Answer> {
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

async function encode(tree: readonly RouterNode[]): Promise<Answer> {
  const json = JSON.stringify(R.ok(tree));
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  return { etag, compressed: await compress(json) };
}
