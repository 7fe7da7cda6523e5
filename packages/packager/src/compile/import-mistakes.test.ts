import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFixture, type Fixture } from '../testing/fixture.ts';
import { compilePlugin } from './compile-plugin.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture({ 'plugins/platform-site-visit/src/data.json': {} });
});
afterEach(() => fixture.dispose());

describe('a mistake with a module is named with what to do', () => {
  it.each([
    ['IMPORT_FORBIDDEN', "import '/src/x.ts';", 'src/a.ts:1: "/src/x.ts" is an absolute path'],
    ['IMPORT_UNRESOLVED', "import './data.json';", 'src/a.ts:1: "./data.json" is no TypeScript source'],
    ['IMPORT_UNRESOLVED', "import './gone.js';", 'src/a.ts:1: "./gone.js" does not exist'],
    ['DEPENDENCY_UNDECLARED', "import '@/domain/visit.ts';", '"@/domain/visit.ts" is an alias'],
    ['SOURCE_INVALID', 'export const a = await 1;', 'src/a.ts:1:18: Top-level await is not supported'],
  ])('%s: %s', async (code, text, message) => {
    await fixture.write('plugins/platform-site-visit/src/a.ts', `${text}\n`);
    await expect(compilePlugin(fixture.plugin, { typeCheck: false })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });
});
