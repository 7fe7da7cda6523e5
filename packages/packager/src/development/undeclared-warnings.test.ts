import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFixture, type Fixture } from '../testing/fixture.ts';
import { UndeclaredWarnings } from './undeclared-warnings.ts';

const PLUGIN = 'plugins/platform-site-visit';

describe('names that nothing declares, while a project is developed', () => {
  let fixture: Fixture;
  let lines: string[];
  let warnings: UndeclaredWarnings;
  beforeEach(async () => {
    fixture = await createFixture();
    lines = [];
    // The fixture has an entity without a migration, which is reported, too.
    const line = (text: string): void => {
      if (text.includes('guarded')) lines.push(stripVTControlCharacters(text));
    };
    warnings = new UndeclaredWarnings({ projectDir: fixture.plugin, line });
  });
  afterEach(() => fixture.dispose());

  const guardedBy = (permission: string): Promise<void> =>
    fixture.write(
      `${PLUGIN}/src/controller/guarded.controller.ts`,
      `import { Controller, Get, Permission } from '@platform/plugin-sdk/web';\n` +
        `@Controller('/site-visit/guarded')\nexport class GuardedController {\n` +
        `  @Get('/a') @Permission('${permission}') a() { return 1; }\n}\n`,
    );

  it('are told once each, and again after they were mended', async () => {
    await guardedBy('site-visit:item:lst');
    await warnings.look();
    await warnings.look();
    expect(lines).toEqual([
      expect.stringMatching(
        /^! src\/controller\/guarded\.controller\.ts:4: .*permission site-visit:item:lst.*\n {2}Correct it/,
      ),
    ]);
    await guardedBy('other:item:list');
    await warnings.look();
    await guardedBy('site-visit:item:lst');
    await warnings.look();
    expect(lines).toHaveLength(2);
  });

  it('are left to the build while app.json cannot be read', async () => {
    const manifest = await readFile(join(fixture.plugin, 'app.json'), 'utf8');
    await guardedBy('site-visit:item:lst');
    await fixture.write(`${PLUGIN}/app.json`, manifest.slice(1));
    await warnings.look();
    expect(lines).toEqual([]);
    await fixture.write(`${PLUGIN}/app.json`, manifest);
    await warnings.look();
    expect(lines).toHaveLength(1);
  });
});
