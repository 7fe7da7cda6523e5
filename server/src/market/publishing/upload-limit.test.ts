import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { marketSuite } from '../testing/market-suite.ts';

const MB = 1024 * 1024;

const suite = marketSuite();

it('spec: Limits/package size', async () => {
  const boundary = 'the-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="demo-1.0.0.zip"\r\ncontent-type: application/zip\r\n\r\n`;
  const parts = function* (): Generator<Buffer> {
    yield Buffer.from(head);
    const zeros = Buffer.alloc(MB);
    for (let written = 0; written < 201; written += 1) yield zeros;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  };
  const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const outgoing = request(
      `${suite.host.url}/app/package/parse`,
      {
        method: 'POST',
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          authorization: `Bearer ${suite.host.token}`,
        },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    outgoing.on('error', reject);
    pipeline(Readable.from(parts()), outgoing).catch(() => undefined);
  });
  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.body)).toMatchObject({ error: 'PACKAGE_TOO_LARGE' });
  expect(await readdir(join(suite.host.directory, 'temp'))).toEqual([]);
});
