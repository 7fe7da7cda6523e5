import { writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceMap } from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PackagerError } from '../errors.ts';
import { createFixture, type Fixture } from '../testing/fixture.ts';
import type { PushedBuild, ServedBuild } from './development-host.ts';
import { DevelopmentLoop, type DevelopmentEvent } from './development-loop.ts';
import { eventLines } from './event-lines.ts';
import { watchProject } from './watch-project.ts';

const CONTROLLER = 'src/controller/visit.controller.ts';
const MODULE = 'cn/platform/site_visit/controller/visit.controller.js';
const served: ServedBuild = { version: '1.0.0', components: 1, routes: 1, skipped: [], durationMs: 1 };

let fixture: Fixture;
let pushed: PushedBuild[];
let events: DevelopmentEvent[];
let refuse: Error | undefined;
let loop: DevelopmentLoop;
beforeEach(async () => {
  fixture = await createFixture();
  pushed = [];
  events = [];
  refuse = undefined;
  loop = new DevelopmentLoop({
    projectDir: fixture.plugin,
    root: fixture.root,
    code: 'site-visit',
    target: {
      push: async (_code, build) => {
        if (refuse) throw refuse;
        pushed.push(build);
        return served;
      },
    },
    report: (event) => void events.push(event),
  });
  await loop.start();
});
afterEach(async () => {
  await loop.settled();
  await fixture.dispose();
});

const source = (text: string): string =>
  `import { Controller, Get } from '@platform/plugin-sdk/web';\n\n@Controller('/site-visit')\nexport class VisitController {\n  @Get('/greet') greet() { ${text} }\n}\n`;
async function save(path: string, text: string): Promise<void> {
  await writeFile(join(fixture.plugin, path), text);
  loop.change(path);
  await loop.settled();
}
const shown = (): string => stripVTControlCharacters(eventLines(events.at(-1)!, fixture.root).join('\n'));

describe('the development loop', () => {
  it('builds again after migrations where the last build failed, and only there', async () => {
    loop.retry();
    await loop.settled();
    expect(pushed).toHaveLength(1);
    refuse = new PackagerError({
      code: 'MAPPER_STATEMENT_INVALID',
      message: 'The table notes_item is not known.',
    });
    await save(CONTROLLER, source('return 2;'));
    refuse = undefined;
    loop.retry();
    await loop.settled();
    expect(pushed).toHaveLength(2);
    expect(events.map(({ kind }) => kind)).toEqual(['served', 'failed', 'served']);
  });

  it('findings: applications 12: names the module that blocked the event loop', () => {
    const build = { ...served, holds: [{ module: 'lib/bundle.js', durationMs: 812 }] };
    const event: DevelopmentEvent = { kind: 'served', build, changed: [], compileMs: 1, totalMs: 2 };
    const lines = eventLines(event, fixture.root).map(stripVTControlCharacters);
    expect(lines).toContain(
      '! lib/bundle.js blocked the event loop for 812 ms during its evaluation: no request was served',
    );
  });

  it('deploys a project, and again after a change', async () => {
    expect(pushed[0]).toMatchObject({ fileName: 'platform-site-visit-plugin-1.0.0.jar' });
    await save(CONTROLLER, source(`return 'changed';`));
    expect(pushed[1]?.files[MODULE]).toContain(`'changed'`.replaceAll("'", '"'));
    expect(events).toMatchObject([
      { kind: 'served', changed: [] },
      { kind: 'served', changed: [CONTROLLER] },
    ]);
    expect(shown()).toMatch(
      /^✔ src\/controller\/visit\.controller\.ts in \d+ ms {2}compiled \d+ ms, loaded 1 ms, 1 routes$/,
    );
  });

  it('combines changes that arrive during a build', async () => {
    const names = ['a', 'b', 'c'];
    for (const name of names)
      await writeFile(join(fixture.plugin, `src/${name}.ts`), `export const ${name} = 1;\n`);
    for (const name of names) loop.change(`src/${name}.ts`);
    await loop.settled();
    expect(events.at(-1)).toMatchObject({ changed: ['src/a.ts', 'src/b.ts', 'src/c.ts'] });
    expect(pushed).toHaveLength(2);
    expect(Object.keys(pushed[1]!.files)).toContain('cn/platform/site_visit/b.js');
  });

  it('keeps the running version when a save does not compile, and shows file, line and column', async () => {
    await save(CONTROLLER, source('return = 1;'));
    expect(pushed).toHaveLength(1);
    expect(shown()).toContain('plugins/platform-site-visit/src/controller/visit.controller.ts:5:34:');
    expect(shown()).toContain("│   @Get('/greet') greet() { return = 1; }");
    await save(CONTROLLER, source('return 2;'));
    expect(pushed).toHaveLength(2);
  });

  it('shows the line that the host refuses', async () => {
    const place = `plugins/platform-site-visit/${CONTROLLER}:5:18`;
    refuse = new PackagerError({
      code: 'PLUGIN_MODULE_FAILED',
      message: `it threw (${place}).`,
      fix: 'Correct it.',
    });
    await save(CONTROLLER, source('return 3;'));
    expect(shown()).toBe(
      [
        `✘ PLUGIN_MODULE_FAILED  it threw (${place}).`,
        '  Correct it.',
        "    5 │   @Get('/greet') greet() { return 3; }",
        `${' '.repeat(25)}╵`,
        'the last working version keeps running',
      ].join('\n'),
    );
  });

  it('findings: applications 12; reports a saved script once, under its own name', async () => {
    const script = 'migrations/01-a.sql';
    const notes = () => events.flatMap((event) => (event.kind === 'migrations' ? event.changed : []));
    await fixture.write('plugins/platform-site-visit/migrations/00.sql', '');
    const end = watchProject(fixture.plugin, (path) => loop.change(path));
    try {
      await writeFile(join(fixture.plugin, script), 'CREATE TABLE a (id bigint);');
      await writeFile(join(fixture.plugin, script), 'CREATE TABLE b (id bigint);');
      await expect.poll(notes).toContain(script);
      await rm(join(fixture.plugin, 'migrations'), { recursive: true });
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(notes().filter((path) => path === script)).toHaveLength(1);
      expect(notes()).not.toContain('migrations/migrations');
    } finally {
      end();
    }
  });

  it('findings: runtime 7; names the running version after a failure: none, or the last good one', () => {
    const event = { kind: 'failed', changed: [], error: new Error('broken') } as const;
    expect(eventLines({ ...event, serves: false }, '').at(-1)).toContain('no version is running yet');
    expect(eventLines({ ...event, serves: true }, '').at(-1)).toContain(
      'the last working version keeps running',
    );
  });

  it('waits for the content of a source that an editor has truncated', async () => {
    await writeFile(join(fixture.plugin, CONTROLLER), '');
    loop.change(CONTROLLER);
    setTimeout(() => writeFileSync(join(fixture.plugin, CONTROLLER), source('return 4;')), 25);
    await loop.settled();
    expect(pushed).toHaveLength(2);
    expect(pushed[1]?.files[MODULE]).toContain('return 4');
  });

  it('maps modules to their sources on disk for an inspector, and stacks from the root', () => {
    const { files } = pushed[0]!;
    const inline = /sourceMappingURL=data:application\/json;base64,(\S+)\n$/.exec(files[MODULE]!)?.[1] ?? '';
    const { sources } = JSON.parse(Buffer.from(inline, 'base64').toString()) as { sources: string[] };
    expect(sources[0]).toMatch(
      /^file:\/\/\/.*plugins\/platform-site-visit\/src\/controller\/visit\.controller\.ts$/,
    );
    const map = new SourceMap(
      JSON.parse(files[`${MODULE}.map`]!) as ConstructorParameters<typeof SourceMap>[0],
    );
    expect(map.payload.sources).toEqual([`plugins/platform-site-visit/${CONTROLLER}`]);
  });

  it('explains a changed migration, and builds nothing for it or for a test', async () => {
    await fixture.write('plugins/platform-site-visit/migrations/01-create.sql', 'SELECT 1;');
    loop.change('migrations/01-create.sql');
    loop.change('src/domain/visit.test.ts');
    await loop.settled();
    expect(pushed).toHaveLength(1);
    expect(shown()).toMatch(/^! migrations\/01-create\.sql: .*add a new script/);
  });
});

describe('watching a project', () => {
  const PLUGIN = 'plugins/platform-site-visit';
  const seen = new Set<string>();
  let end: () => void;
  beforeEach(() => {
    seen.clear();
    end = watchProject(fixture.plugin, (path) => void seen.add(path));
  });
  afterEach(() => end());
  const told = (path: string): Promise<void> => expect.poll(() => [...seen]).toContain(path);

  it('reports helper files, new folders and removals, but no build output', async () => {
    await fixture.write(`${PLUGIN}/src/helper/deep/words.ts`, 'export const word = 1;');
    await told('src/helper/deep/words.ts');
    seen.clear();
    await fixture.write(`${PLUGIN}/src/helper/deep/words.ts`, 'export const word = 2;');
    await told('src/helper/deep/words.ts');
    await fixture.write(`${PLUGIN}/target/types.json`, '{}');
    await fixture.write(`${PLUGIN}/resources/mapper/site-visit/A.xml`, '<mapper/>');
    await told('resources/mapper/site-visit/A.xml');
    await rm(join(fixture.plugin, 'src/index.ts'));
    await told('src/index.ts');
    expect([...seen].filter((path) => path.startsWith('target'))).toEqual([]);
  });

  it('reports each replacement of a file by an editor, and changes in quick succession', async () => {
    const index = join(fixture.plugin, 'src/index.ts');
    for (const word of ['one', 'two', 'three']) {
      seen.clear();
      await writeFile(`${index}.tmp`, word);
      await rename(`${index}.tmp`, index);
      await told('src/index.ts');
      expect([...seen]).toEqual(['src/index.ts']);
    }
    for (const word of ['four', 'five', 'six']) {
      seen.clear();
      await writeFile(index, word);
      await told('src/index.ts');
    }
  });
});
