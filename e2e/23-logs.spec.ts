import { readFile } from 'node:fs/promises';
import { violationsOf } from './support/accessibility.ts';
import { expectFits, phone } from './support/visual.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';

test('the log of the host is followed, narrowed, paused and downloaded', async ({
  page,
  shell,
  platform,
}) => {
  await page.goto('/');
  await shell.open('System', 'Logs');
  const log = page.getByRole('log', { name: 'Logs' });
  await expect(log.getByText(/platform|gateway/).first()).toBeVisible();
  await takePicture(page, 'logs');
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^Resume/ }).click();

  await page.getByRole('searchbox', { name: 'Search in all fields' }).fill('nothing-has-this');
  await expect(page.getByText('No line matches')).toBeVisible();
  await expect(page).toHaveURL(/text=nothing-has-this/);
  // A refused request is a line of the log, live.
  await page.request.get(`${platform.frontend}/prod-api/no/nothing-has-this`);
  await expect(log.getByText('nothing-has-this').first()).toBeVisible();

  // More of them than are drawn at a time, and one that shows that no other is still to come.
  const burst = Array.from({ length: 120 }, (_none, at) => `nothing-has-this-${at}`);
  await Promise.all(burst.map((path) => page.request.get(`${platform.frontend}/prod-api/no/${path}`)));
  await page.request.get(`${platform.frontend}/prod-api/no/nothing-has-this-either`);
  await expect(log.getByText('nothing-has-this-either').first()).toBeInViewport();
  await expect.poll(() => log.locator('summary').count()).toBe(80);
  await log.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect(page.getByRole('button', { name: 'To the newest line' })).toBeVisible();
  await page.request.get(`${platform.frontend}/prod-api/no/nothing-has-this-last`);
  const last = log.getByText('nothing-has-this-last').first();
  await page.getByRole('button', { name: 'To the end, 1 new' }).click();
  await expect(last).toBeInViewport();

  const summary = log.locator('summary').first();
  await summary.focus();
  await page.keyboard.press('Enter');
  await log
    .getByRole('button', { name: /^Request / })
    .first()
    .click();
  await expect(page).toHaveURL(/requestId=/);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, 'utf8')).toContain('nothing-has-this');

  await page.setViewportSize(phone);
  await expectFits(page);
  await shell.useLanguage('中文');
  await expect(shell.heading).toHaveText('运行日志');
});
