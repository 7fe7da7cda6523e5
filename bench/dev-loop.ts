/**
 * Time from saving a source of `hello` under `plugin:dev` to the first new answer, and requests
 * lost meanwhile. Budget: design 7.4.
 *
 * Run: `node bench/dev-loop.ts [--check] [--saves=40] [--rate=200]`
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DevelopmentHost, developPlugins, startSandboxProcess } from '@platform/packager';
import { inRoot, root as repository } from '../scripts/lib/paths.ts';
import { option } from './lib/options.ts';
import { report } from './lib/report.ts';
import { median, percentile } from './lib/statistics.ts';
import { SteadyClient } from './lib/steady-client.ts';

const saves = option('saves', 40);
const rate = option('rate', 200);

const CONTROLLER = 'src/controller/hello.controller.ts';
const HELPER = 'src/bench-words.ts';
const GREETING = 'Hello, ';

const root = mkdtempSync(join(tmpdir(), 'bench-dev-'));
const project = join(root, 'plugins/platform-hello');
mkdirSync(join(root, 'plugins'));
cpSync(inRoot('plugins/platform-hello'), project, { recursive: true });
symlinkSync(inRoot('node_modules'), join(root, 'node_modules'), 'dir');
writeFileSync(join(root, 'package.json'), '{ "private": true, "type": "module" }');
const source = readFileSync(join(project, CONTROLLER), 'utf8');
if (!source.includes(`\`${GREETING}`))
  throw new Error(`${CONTROLLER} greets no more: adjust this benchmark.`);
const save = (path: string, text: string): void => writeFileSync(join(project, path), text);

const sandbox = await startSandboxProcess({ root: repository, projects: [project], port: 0, log: 'error' });
const stop = new AbortController();
const developing = developPlugins({
  root,
  projects: [project],
  host: new DevelopmentHost(sandbox.url, sandbox.token),
  withdraw: false,
  types: true,
  line: () => undefined,
  signal: stop.signal,
});
const url = `${sandbox.url}/hello/greet`;
const headers = { authorization: `Bearer ${sandbox.token}` };
const answer = async (): Promise<string> => (await fetch(url, { headers })).text();
while (!(await answer()).includes(GREETING)) await sleep(20);

/** Saves, then requests until the answer has the word. @returns milliseconds */
async function servedAfter(path: string, text: string, word: string): Promise<number> {
  const startedAt = performance.now();
  save(path, text);
  while (!(await answer()).includes(word)) {
    if (performance.now() - startedAt > 10_000) throw new Error(`${path} was not served within 10 s.`);
    await sleep(1);
  }
  return performance.now() - startedAt;
}

const helped = `import { word } from '../bench-words.ts';\n${source.replace(`\`${GREETING}`, '`${word} ')}`;
save(HELPER, `export const word = 'start';\n`);
await servedAfter(CONTROLLER, helped, 'start');
// The compiler's first run, beside, is no part of what is measured.
await sleep(4000);

const client = new SteadyClient(url, rate, headers);
const controllers: number[] = [];
const helpers: number[] = [];
const broken = { saves: 0, served: 0 };
for (let number = 0; number < saves; number++) {
  helpers.push(await servedAfter(HELPER, `export const word = 'helper${number}';\n`, `helper${number} `));
  const changed = helped.replace('`${word} ', `\`controller${number} `);
  controllers.push(await servedAfter(CONTROLLER, changed, `controller${number} `));
  if (number % 10 === 0) {
    save(CONTROLLER, `${helped}\nexport const = 1;\n`);
    await sleep(100);
    broken.saves++;
    if ((await answer()).includes(`controller${number} `)) broken.served++;
  }
  await servedAfter(CONTROLLER, helped, `helper${number} `);
}
await client.stop();
stop.abort();
await developing;
await sandbox.stop();
rmSync(root, { recursive: true, force: true });

report('dev-loop', [
  { name: 'saved controller to served, p50', value: median(controllers), unit: 'ms', atMost: 150 },
  { name: 'saved controller to served, p95', value: percentile(controllers, 0.95), unit: 'ms' },
  { name: 'saved helper file to served, p50', value: median(helpers), unit: 'ms', atMost: 150 },
  { name: 'saved helper file to served, p95', value: percentile(helpers, 0.95), unit: 'ms' },
  {
    name: 'broken saves, last good version served',
    value: broken.served,
    unit: `of ${broken.saves}`,
    atLeast: broken.saves,
  },
  { name: `requests sent at ${rate} a second`, value: client.sent, unit: '' },
  {
    name: 'requests that failed',
    value: client.failures.length,
    unit: '',
    atMost: 0,
    note: client.failures[0] ?? '',
  },
]);
