import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { versionOf } from '../scripts/lib/build.ts';
import { LONG } from './support/long.ts';
import { checkedPages } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { phone, settle, showPage, wide } from './support/visual.ts';

/**
 * Screenshots of every page for review: light and dark, wide and phone, English and Chinese (design
 * 8.4).
 */
const directory = join(import.meta.dirname, 'screenshots');
const languages = [
  { short: 'en', locale: 'en-US' },
  { short: 'zh', locale: 'zh-CN' },
] as const;
type Language = (typeof languages)[number];

test.beforeAll(async ({ operator }) => {
  for (const code of ['hello', 'member']) await operator.ensure(code);
});

async function takePictures(page: Page, name: string, { short }: Language): Promise<void> {
  for (const [size, viewport] of [
    ['wide', wide],
    ['phone', phone],
  ] as const) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      await page.screenshot({ path: join(directory, `${name}-${colorScheme}-${size}-${short}.png`) });
    }
  }
}

for (const language of languages) {
  const { short, locale } = language;
  test.describe(`pictures in ${short}`, LONG, () => {
    test.use({ locale, viewport: wide });

    for (const checked of checkedPages) {
      test(`of ${checked.name}`, async ({ page }) => {
        await showPage(page, checked);
        await takePictures(page, checked.name, language);
      });
    }

    test('of an installation before it is started', async ({ page, operator }) => {
      await operator.remove('member');
      await page.goto('/market/member');
      const install = { name: versionOf('member') };
      await page.getByRole('main').getByRole('button', install).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await takePictures(page, 'install-plan', language);
      await page.getByRole('dialog').getByRole('button', install).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: /Members|会员/ })).toBeVisible();
      await takePictures(page, 'install-done', language);
    });

    test('of a refused package', async ({ page, platform, problems }) => {
      problems.provoke(/status of 4\d\d .*package\/parse/);
      await page.goto('/apps/console/upload');
      await page.getByText(/\.zip/).waitFor();
      await page.locator('input[type=file]').setInputFiles(platform.packages.flipped);
      await page.getByRole('alert').waitFor();
      await takePictures(page, 'upload-refused', language);
    });

    test('of a remote that fails', async ({ page, problems }) => {
      problems.provoke(/status of 404/);
      await page.route('**/remote-apps/hello/**/index.js*', (route) => route.fulfill({ status: 404 }));
      await page.goto('/hello/items');
      await page.getByRole('alert').waitFor();
      await takePictures(page, 'remote-failed', language);
    });

    test.describe('without a session', () => {
      test.use({ loggedIn: false });
      test('of the login', async ({ page }) => {
        await page.goto('/login');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await takePictures(page, 'login', language);
      });
    });
  });
}
