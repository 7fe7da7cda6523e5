import { HelloPage } from './support/hello-page.ts';
import { expect, test } from './support/test.ts';

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
  await expect(panel.getByText(/check every file against its signature/)).toBeVisible();
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

test('a second one is installed from its own page', async ({ page, shell }) => {
  await page.goto('/market');
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(shell.heading).toHaveText('Members');
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('1.0.0');
  await page.getByRole('button', { name: 'Install Members 1.0.0' }).click();
  const panel = shell.dialog('Install Members 1.0.0');
  await panel.getByRole('button', { name: 'Install Members 1.0.0' }).click();
  await panel.getByRole('button', { name: 'Open Members' }).click();
  await expect(shell.heading).toHaveText('Members');
  await expect(page.getByRole('button', { name: 'Edit' }).first()).toBeVisible();
});

test('search narrows the market as one types', async ({ page }) => {
  await page.goto('/market');
  await page.getByRole('searchbox', { name: 'Search applications' }).fill('points');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('Members');
  await page.getByRole('searchbox', { name: 'Search applications' }).fill('nothing like it');
  await expect(page.getByText('No application matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all applications' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});
