import { sayingOf } from './support/hand-written.ts';
import { RemoteStage, type StagedRemote } from './support/remote-stage.ts';
import { expect, isolatedTest as test } from './support/test.ts';

/** Entries that block the page once they are evaluated. */
const traps: readonly StagedRemote[] = [
  { code: 'loops', files: { 'index.js': 'for (;;);' } },
  { code: 'turns', files: { 'index.js': 'const turn = () => Promise.resolve().then(turn); await turn();' } },
  { code: 'imports', files: { 'index.js': 'import "./deep.js";', 'deep.js': 'for (;;);' } },
];
const codes = traps.map(({ code }) => code);

test('findings: remotes 1: code of an application that nobody opened is fetched and never run', async ({
  page,
}) => {
  const stage = new RemoteStage(page);
  stage.put(...traps, { code: 'works', files: { 'index.js': sayingOf('it works') } });
  await page.addInitScript((seen) => {
    const usage = Object.fromEntries(seen.map((code, place) => [`remote:${code}/main`, 9 - place]));
    localStorage.setItem('platform.views', JSON.stringify(usage));
  }, codes);
  await stage.start();
  const fetched = (code: string) => stage.requests.some((address) => address.includes(`/${code}/index.js`));

  // Frequently opened applications are fetched when the browser is idle.
  await expect.poll(() => fetched('loops') && fetched('turns')).toBe(true);
  await stage.expectUsable();

  // The application under the pointer is fetched.
  await stage.open('calm');
  for (const code of [...codes, 'works']) {
    await stage.shell.link(`${code} main`).hover();
    await expect.poll(() => fetched(code)).toBe(true);
  }
  await expect(await stage.open('works')).toHaveText('it works');
  expect(stage.requests.filter((address) => address.includes('/works/'))).toHaveLength(1);

  // The same at the next start.
  stage.requests.length = 0;
  await page.goto('/apps/tasks');
  await expect.poll(() => fetched('loops') && fetched('turns')).toBe(true);
  await expect(await stage.open('works')).toHaveText('it works');
});
