import { open, type FileHandle } from 'node:fs/promises';

const BLOCK = 65_536;
const LINE_FEED = 10;

/**
 * Lines of a file, the last one first. A missing file has none.
 *
 * @param mostBytes that are read
 */
export async function* linesBackwards(path: string, mostBytes: number): AsyncGenerator<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return;
  try {
    yield* linesOf(file, mostBytes);
  } finally {
    await file.close();
  }
}

async function* linesOf(file: FileHandle, mostBytes: number): AsyncGenerator<string> {
  const { size } = await file.stat();
  const first = Math.max(0, size - mostBytes);
  // Parts of a line that began in a block before, in their order.
  let rest: Buffer[] = [];
  for (let end = size; end > first;) {
    const start = Math.max(first, end - BLOCK);
    const block = Buffer.alloc(end - start);
    await file.read(block, 0, block.length, start);
    let until = block.length;
    for (let at = block.lastIndexOf(LINE_FEED); at >= 0; at = before(block, at)) {
      yield Buffer.concat([block.subarray(at + 1, until), ...rest]).toString();
      rest = [];
      until = at;
    }
    rest.unshift(block.subarray(0, until));
    end = start;
  }
  if (first === 0) yield Buffer.concat(rest).toString();
}

const before = (block: Buffer, at: number): number => (at === 0 ? -1 : block.lastIndexOf(LINE_FEED, at - 1));
