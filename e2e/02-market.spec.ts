import { HelloPage } from './support/hello-page.ts';
import { expect, test } from './support/test.ts';
import { LONG } from './support/long.ts';

test.beforeAll(async ({ operator }) => {
  for (const code of ['hello', 'member']) await operator.remove(code);
});

test('an application is installed step by step and opened, without a page reload', async ({
  page,
  shell,
}) => {
  await page.goto('/market');
  const loadedAt = await shell.loadedAt();
  await page.getByRole('button', { name: /^Install Hello \d/ }).click();

  const panel = shell.dialog(/^Install Hello/);
  await expect(panel.getByText(/^Signed with the trusted key \w+, checked$/)).toBeVisible();
  await panel.getByRole('button', { name: /^Install Hello/ }).click();
  const steps = panel.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  for (const step of ['Check package and signature', 'Run database scripts', 'Switch over'])
    await expect(steps.filter({ hasText: step })).toContainText(/\d m?s/);
  await expect(panel.getByText(/^Done: /)).toBeVisible();

  await panel.getByRole('button', { name: 'Open Hello' }).click();
  const hello = new HelloPage(page);
  await expect(hello.heading).toBeVisible();
  await expect(hello.rows).toHaveCount(2);
  await expect(shell.directory('Hello')).toBeVisible();
  expect(await shell.loadedAt()).toBe(loadedAt);
});

test('a second one is installed from its own page', LONG, async ({ page, shell }) => {
  await page.goto('/market');
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(shell.heading).toHaveText('Members');
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('1.0.1');
  await page.getByRole('button', { name: 'Install Members 1.0.1' }).click();
  const panel = shell.dialog('Install Members 1.0.1');
  await panel.getByRole('button', { name: 'Install Members 1.0.1' }).click();
  await panel.getByRole('button', { name: 'Open Members' }).click();
  await expect(shell.heading).toHaveText('Members');
  await expect(page.getByRole('button', { name: 'Edit' }).first()).toBeVisible();
});

test('search narrows the market as one types, and stands in the address', async ({ page, operator }) => {
  for (const code of ['hello', 'member']) await operator.ensure(code);
  await page.goto('/market');
  const search = page.getByRole('searchbox', { name: 'Search applications' });
  const cards = page.getByRole('article');
  await search.pressSequentially('points');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Members');
  await expect(page).toHaveURL('/market?q=points');
  await page.reload();
  await expect(search).toHaveValue('points');
  await expect(cards).toHaveCount(1);

  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Back to the marketplace' }).click();
  await expect(page).toHaveURL('/market?q=points');

  await search.fill('nothing like it');
  await expect(page.getByText('No application matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all applications' }).click();
  await expect(cards).toHaveCount(2);
  await expect(page).toHaveURL('/market');
  await page.getByRole('button', { name: 'Not installed' }).click();
  await expect(page.getByText('No application matches')).toBeVisible();
});

test('a search that is typed on gives up the one before', LONG, async ({ page }) => {
  await page.goto('/market');
  const search = page.getByRole('searchbox', { name: 'Search applications' });
  await expect(page.getByRole('article')).toHaveCount(2);
  // The first search is not answered before it is given up.
  await page.route(/keyword=hello$/, () => undefined);
  const begun = page.waitForRequest(/keyword=hello$/);
  const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith('keyword=hello'));
  await search.fill('hello');
  await begun;
  await search.fill('members');
  await given;
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('Members');
});
