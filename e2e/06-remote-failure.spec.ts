import { containerOf, sayingOf, styledBy, viewsOf } from './support/hand-written.ts';
import { longUnless } from './support/long.ts';
import { RemoteStage, type StagedFile, type StagedRemote } from './support/remote-stage.ts';
import { expect, isolatedTest as alone, stageTest as test, withRemotes } from './support/test.ts';

/** A failure of an application, with its error page. */
interface Failure extends Partial<Omit<StagedRemote, 'code' | 'files'>> {
  readonly title: string;
  readonly entry: StagedFile;
  readonly files?: Readonly<Record<string, StagedFile>>;
  /** The first sentence of the error page. */
  readonly happened: RegExp;
  /** The technical cause. */
  readonly cause: string | RegExp;
  readonly code: string;
  /** The browser's console message. */
  readonly provokes?: readonly RegExp[];
  /** Set if only another version of the application can help. */
  readonly lasting?: boolean;
  /** Another one ends in the same way, and stands for it in the short run. */
  readonly again?: boolean;
}

const notFound = {
  status: 404,
  contentType: 'text/plain',
  body: 'Not found',
  headers: { 'x-request-id': 'req-404' },
};
const status = (code: number) => [new RegExp(`status of ${code}`)];
const failures: readonly Failure[] = [
  {
    title: 'entry 404',
    entry: notFound,
    happened: /its entry file could not be loaded/,
    cause: /index\.js answered 404/,
    code: 'REMOTE_ENTRY_FAILED',
    provokes: status(404),
  },
  {
    title: 'HTML instead of JavaScript',
    again: true,
    entry: { contentType: 'text/html', body: '<!doctype html><title>The shell</title>' },
    happened: /its entry file could not be loaded/,
    cause: /answered text\/html instead of JavaScript/,
    code: 'REMOTE_ENTRY_FAILED',
    provokes: [/MIME type of "text\/html"/],
  },
  {
    title: 'syntax error',
    again: true,
    entry: 'export const init = ( => {};',
    happened: /its entry file could not be loaded/,
    cause: /Unexpected token|Malformed/,
    code: 'REMOTE_ENTRY_FAILED',
  },
  {
    title: 'entry that throws while it is evaluated',
    entry: 'throw new Error("No licence.");',
    happened: /its entry file could not be loaded/,
    cause: 'No licence.',
    code: 'REMOTE_ENTRY_FAILED',
  },
  {
    title: 'module that is no container',
    entry: 'export default { views: {} };',
    happened: /its entry file could not be loaded/,
    cause: /exports neither "init" nor "get"|is not the entry of an application/,
    code: 'REMOTE_ENTRY_INVALID',
  },
  {
    title: 'no ./install',
    entry: `export const init = () => {}; export const get = async (name) => { throw new Error('Module ' + name + ' does not exist in container.'); };`,
    happened: /its code could not be loaded/,
    cause: 'Module ./install does not exist in container.',
    code: 'REMOTE_EXPORT_FAILED',
  },
  {
    title: 'install that is no function',
    again: true,
    entry: `export const init = () => {}; export const get = async () => () => ({ default: { views: {} } });`,
    happened: /it failed to start/,
    cause: /the default export of the entry module is not a function/,
    code: 'REMOTE_INSTALL_INVALID',
  },
  {
    title: 'install throws',
    entry: containerOf(() => {
      throw new Error('The colours are missing.');
    }),
    happened: /it failed to start/,
    cause: 'The colours are missing.',
    code: 'REMOTE_INSTALL_FAILED',
  },
  {
    title: 'install rejects with nothing',
    again: true,
    entry: containerOf('() => Promise.reject()'),
    happened: /it failed to start/,
    cause: /\S/,
    code: 'REMOTE_INSTALL_FAILED',
  },
  ...(['null', '"a string"', '[]', '{}', '{ manifest: { code: runtime.app.code } }'] as const).map(
    (result, place) => ({
      title: `install returns ${result}`,
      again: place > 0,
      entry: containerOf(`(runtime) => (${result})`),
      happened: /it failed to start/,
      cause: /install returned /,
      code: 'REMOTE_INSTALL_INVALID',
    }),
  ),
  {
    title: 'install returns a list of views',
    again: true,
    entry: containerOf((runtime) => ({
      manifest: { code: runtime.app.code, version: '1' },
      views: [{ key: 'main' }],
    })),
    happened: /it failed to start/,
    cause: 'install returned a list as views',
    code: 'REMOTE_INSTALL_INVALID',
  },
  {
    title: 'install of another application',
    entry: containerOf(() => ({ manifest: { code: 'another', version: '1.0.0' }, views: {} })),
    happened: /it failed to start/,
    cause: /the frontend of "another" was returned/,
    code: 'REMOTE_MANIFEST_MISMATCH',
  },
  {
    title: 'unknown view key',
    entry: viewsOf({ other: (vue) => ({ render: () => vue.h('p', 'other') }), more: () => ({}) }),
    happened: /it does not have this view/,
    cause: /has no view "main"; its views are: other, more/,
    code: 'REMOTE_VIEW_MISSING',
    lasting: true,
  },
  ...(['"a string"', '7', '() => undefined', 'async () => ({ default: "p" })'] as const).map(
    (view, place) => ({
      title: `view that is ${view}`,
      again: place > 0,
      entry: containerOf(
        `(runtime) => ({ manifest: { code: runtime.app.code, version: '1.0.0' }, views: { main: ${view} } })`,
      ),
      happened: /it does not have this view/,
      cause: /the view is neither a component nor/,
      code: 'REMOTE_VIEW_INVALID',
      lasting: true,
    }),
  ),
  {
    title: 'chunk 404 after an upgrade',
    entry: viewsOf({ main: () => () => import(String('./main-a1b2c3.js')) }),
    files: { 'main-a1b2c3.js': notFound },
    happened: /the code of this view could not be loaded/,
    cause: /main-a1b2c3\.js answered 404/,
    code: 'REMOTE_CHUNK_FAILED',
    provokes: status(404),
  },
  {
    title: 'chunk that throws while it is evaluated',
    again: true,
    entry: viewsOf({ main: () => () => import(String('./main-d4.js')) }),
    files: { 'main-d4.js': 'throw new Error("No map tiles.");' },
    happened: /the code of this view could not be loaded/,
    cause: 'No map tiles.',
    code: 'REMOTE_CHUNK_FAILED',
  },
  {
    title: 'stylesheet 404',
    entry: styledBy(sayingOf('styled')),
    files: { 'style.css': notFound },
    happened: /its styles could not be loaded/,
    cause: /style\.css answered 404/,
    code: 'REMOTE_STYLE_FAILED',
    provokes: status(404),
  },
  {
    title: 'shared module that the host does not have',
    entry: 'throw new Error("This code must not run.");',
    shared: { react: '^19.0.0' },
    happened: /is not compatible with this version of the platform/,
    cause: /react \^19\.0\.0 is required, but the host does not share it/,
    code: 'REMOTE_INCOMPATIBLE',
    lasting: true,
  },
  {
    title: 'shared module of another major version',
    again: true,
    entry: 'throw new Error("This code must not run.");',
    shared: { vue: '^2.7.0' },
    happened: /is not compatible with this version of the platform/,
    cause: /vue \^2\.7\.0 is required, but the host has 3\.\d+\.\d+/,
    code: 'REMOTE_INCOMPATIBLE',
    lasting: true,
  },
  {
    title: 'runtime of another major version',
    entry: 'throw new Error("This code must not run.");',
    runtimeApi: '^2.0.0',
    happened: /is not compatible with this version of the platform/,
    cause: /runtime API \^2\.0\.0 is required, but the host has 1\./,
    code: 'REMOTE_INCOMPATIBLE',
    lasting: true,
  },
];

const hanging: readonly StagedRemote[] = [
  { code: 'hangs-entry', files: { 'index.js': { hangs: true } } },
  { code: 'hangs-install', files: { 'index.js': containerOf(() => new Promise<never>(() => undefined)) } },
  {
    code: 'hangs-chunk',
    files: { 'index.js': viewsOf({ main: () => () => new Promise<never>(() => undefined) }) },
  },
];

const codeOf = (failure: Failure) => `broken-${failures.indexOf(failure) + 1}`;

test.describe('design 5.2: a remote fails in its own place, says why, and recovers where it can', () => {
  test.use(
    withRemotes(() => [
      ...failures.map((failure) => ({
        ...failure,
        code: codeOf(failure),
        files: { 'index.js': failure.entry, ...failure.files },
      })),
      { code: 'recovers', files: { 'index.js': [{ status: 500, body: '' }, sayingOf('come back')] } },
      { code: 'not-there', files: { 'index.js': notFound } },
    ]),
  );

  for (const failure of failures) {
    const code = codeOf(failure);
    test(failure.title, longUnless(!failure.again), async ({ stage }) => {
      stage.problems.provoke(...(failure.provokes ?? []));
      const alert = (await stage.open(code)).getByRole('alert');
      await expect(alert).toContainText('Remote view unavailable');
      for (const text of [failure.happened, failure.cause, failure.code])
        await expect(alert).toContainText(text);
      await stage.expectUsable();

      await stage.open(code);
      const retry = alert.getByRole('button', { name: 'Retry' });
      await retry.click();
      await expect(retry).toBeEnabled();
      await expect(alert).toContainText(failure.code);
      if (failure.lasting) return;
      stage.put({ code, files: { 'index.js': sayingOf('mended') } });
      await retry.click();
      await expect(stage.view(code)).toHaveText('mended');
    });
  }

  test('an entry that answers 500 and then is fine recovers by itself', async ({ stage }) => {
    stage.problems.provoke(/status of 500/);
    await expect(await stage.open('recovers')).toHaveText('come back');
    expect(stage.requests.filter((address) => address.includes('/recovers/')).at(-1)).toContain('retry=1');
  });

  test('the details are copied, with the request id', async ({ stage, platform }) => {
    stage.problems.provoke(/status of 404/);
    const { page } = stage;
    await page
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: platform.frontend });
    const alert = (await stage.open('not-there')).getByRole('alert');
    await alert.getByText('Details', { exact: true }).click();
    await expect(alert.getByRole('definition').filter({ hasText: 'req-404' })).toBeVisible();
    await alert.getByRole('button', { name: 'Copy details' }).click();
    await expect(alert.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const line of ['Application: not-there', 'Code: REMOTE_ENTRY_FAILED', 'Request id: req-404'])
      expect(copied).toContain(line);
    await expect(page.getByRole('img', { name: 'Could not be loaded' }).first()).toBeVisible();
    await expect(alert.getByRole('link', { name: 'Open the application’s page' })).toBeVisible();
  });
});

/** Time limit of a whole load in milliseconds (design 9.6-31); one stage has eight seconds. */
const LIMIT_MS = 20_000;

alone('design 9.6-31: what hangs is given up in time, whether entry, install or chunk', async ({ page }) => {
  const stage = new RemoteStage(page);
  stage.put(...hanging);
  await page.clock.install();
  await stage.start();
  for (const { code } of hanging) {
    const view = await stage.open(code);
    await expect(view.getByRole('status')).toHaveText('Loading…');
    for (let waited = 0; waited <= LIMIT_MS; waited += 4_000) await page.clock.runFor(4_000);
    await expect(view.getByRole('alert')).toContainText(`${code} took too long`);
    await expect(view.getByRole('alert')).toContainText('REMOTE_TIMEOUT');
    await stage.expectUsable();
    await stage.open(code);
    stage.put({ code, files: { 'index.js': sayingOf('mended') } });
    await view.getByRole('button', { name: 'Retry' }).click();
    await expect(view).toHaveText('mended');
  }
});
