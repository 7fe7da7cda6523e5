import { createServer, type ViteDevServer } from 'vite';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeFrame } from './code-frame.ts';
import { locate } from './locate.ts';

let root: string;
let server: ViteDevServer;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'locate-'));
  writeFileSync(
    join(root, 'total.ts'),
    `interface Line {\n  price: number;\n}\n\nexport const total = (line: Line): never => {\n  throw new Error(String(line.price));\n};\n`,
  );
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
  });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

it('design 5.4: finds the source position of a stack in the page', async () => {
  const served = await server.transformRequest('/total.ts');
  const lines = served?.code.split('\n') ?? [];
  const line = lines.findIndex((text) => text.includes('throw'));
  const column = lines[line]?.indexOf('new Error') ?? 0;
  const stack = `Error: 3\n    at total (http://localhost:5174/total.ts?t=17:${line + 1}:${column + 1})\n    at x (http://localhost:5173/x.js:1:1)`;
  expect(await locate(server, stack)).toMatchObject({
    file: 'total.ts',
    line: 6,
    column: 9,
    frame: expect.stringContaining('6 |   throw new Error(String(line.price));\n  |         ^') as string,
  });
});

it('finds it even after the server has dropped its transformed source, as on each save', async () => {
  await server.transformRequest('/total.ts');
  server.environments.client.moduleGraph.invalidateAll();
  const stack = 'Error: 3\n    at total (http://localhost:5174/total.ts?t=18:2:8)';
  expect(await locate(server, stack)).toMatchObject({ file: 'total.ts', line: 6 });
});

it('skips injected code and uses the next source of the stack', async () => {
  const added = {
    file: join(root, 'added.ts'),
    transformResult: { code: '', map: { version: 3, sources: ['added.ts'], names: [], mappings: 'A;AAAA' } },
  };
  const known = await (await server.transformRequest('/total.ts'),
  server.environments.client.moduleGraph.getModuleByUrl('/total.ts'));
  const graph = { getModuleByUrl: async (url: string) => (url === '/added.ts' ? added : known) };
  const stack =
    'Error: 3\n at x (http://localhost:5174/added.ts:1:1)\n at total (http://localhost:5174/total.ts:2:8)';
  const client = { moduleGraph: graph, transformRequest: async () => null };
  expect(await locate({ config: server.config, environments: { client } } as never, stack)).toMatchObject({
    file: 'total.ts',
  });
});

it('returns nothing for a stack without a source', async () => {
  expect(await locate(server, 'Error: 3\n    at x (http://localhost:5173/x.js:1:1)')).toBeUndefined();
});

it('shows the lines around a position, also at the start and the end', () => {
  expect(codeFrame('a\nb\nc', 1, 1)).toBe('1 | a\n  | ^\n2 | b\n3 | c');
  expect(codeFrame(Array.from({ length: 11 }, (_, at) => `line ${at}`).join('\n'), 10, 3)).toBe(
    ' 8 | line 7\n 9 | line 8\n10 | line 9\n   |   ^\n11 | line 10',
  );
});

it('findings: applications 12: shows the part of a long line around the position', () => {
  const frame = codeFrame(`${'a'.repeat(1_500)}here${'b'.repeat(1_500)}\nc`, 1, 1_501);
  const [row = '', mark = '', next] = frame.split('\n');
  expect(row.length).toBeLessThan(120);
  expect(row.slice(mark.indexOf('^'))).toMatch(/^hereb+…$/);
  expect(row).toMatch(/^1 \| …a+here/);
  expect(next).toBe('2 | c');
});
