import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { heldStream, partOf, PlatformError, type Ctx } from '../../kernel/index.ts';

const BLOCK = 65_536;
const LINE_FEED = 10;

/**
 * Answers with a log file, the part of it that is asked for, or its last lines. (spec:
 * Endpoints/GET /actuator/logfile)
 *
 * @param lines how many of the last lines; undefined for all
 * @throws LOGFILE_MISSING (404), OBJECT_RANGE_INVALID (416)
 */
export async function answerLogFile(
  ctx: Pick<Ctx, 'headers' | 'reply'>,
  path: string,
  lines?: number,
): Promise<unknown> {
  const { reply } = ctx;
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw missing();
  const { size, ino, birthtimeMs } = found;
  // A log file only grows until it is rolled: what was read of one with this tag stays as it is.
  const etag = `"${ino}-${Math.round(birthtimeMs)}"`;
  reply.header('content-type', 'text/plain; charset=utf-8');
  reply.header('accept-ranges', 'bytes').header('etag', etag).header('cache-control', 'no-store');
  const from = lines === undefined ? 0 : await startOfLast(lines, path, size);
  const part = lines === undefined && size > 0 ? partOf(ctx, size, etag) : undefined;
  if (part) reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  const { start, end } = part ?? { start: from, end: size - 1 };
  reply.header('content-length', String(end - start + 1));
  return end < start ? '' : heldStream(createReadStream(path, { start, end }));
}

/** Offset at which the last lines begin. */
async function startOfLast(lines: number, path: string, size: number): Promise<number> {
  const file = await open(path);
  try {
    return await searchBackwards(file, lines, size);
  } finally {
    await file.close();
  }
}

async function searchBackwards(file: FileHandle, lines: number, size: number): Promise<number> {
  const block = Buffer.alloc(BLOCK);
  let left = lines;
  // The line feed at the end belongs to the last line.
  for (let end = size - 1; end > 0;) {
    const start = Math.max(0, end - BLOCK);
    const { bytesRead } = await file.read(block, 0, end - start, start);
    for (let at = bytesRead - 1; at >= 0; at -= 1) {
      if (block[at] === LINE_FEED && (left -= 1) === 0) return start + at + 1;
    }
    end = start;
  }
  return 0;
}

const missing = (): PlatformError =>
  new PlatformError({
    code: 'LOGFILE_MISSING',
    status: 404,
    message: 'There is no sys-console.log.',
    fix: 'Look whether logging.dir exists and has free space.',
  });
