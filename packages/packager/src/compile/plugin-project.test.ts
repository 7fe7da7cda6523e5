import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../testing/fixture.ts';
import { readPluginProject } from './plugin-project.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture();
});
afterEach(() => fixture.dispose());

test('says that the JSON of app.json is wrong, not that the file is missing', async () => {
  await fixture.write('plugins/platform-site-visit/app.json', '{ "code": "site-visit"\n"name": "x" }');
  await expect(readPluginProject(fixture.plugin)).rejects.toMatchObject({
    code: 'PROJECT_INVALID',
    message: expect.stringContaining('line 2') as string,
    fix: 'Correct the JSON there.',
  });
});

test('has sources in the order of their names, and no folder among them', async () => {
  await fixture.write('plugins/platform-site-visit/src/b.ts', '');
  await fixture.write('plugins/platform-site-visit/src/a.test.ts', '');
  await fixture.write('plugins/platform-site-visit/src/folder.ts/a.ts', '');
  const { sources } = await readPluginProject(fixture.plugin);
  expect(sources).toEqual(sources.toSorted());
  expect(sources).toEqual(expect.arrayContaining(['src/b.ts', 'src/folder.ts/a.ts']));
  expect(sources).not.toContain('src/folder.ts');
  expect(sources).not.toContain('src/a.test.ts');
});
