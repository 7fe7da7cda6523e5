import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { violationsOf } from './support/accessibility.ts';
import { Operator } from './support/operator.ts';
import { startPlatform } from './support/platform.ts';
import { expect, platformTest as test } from './support/test.ts';
import { expectFits, phone } from './support/visual.ts';
import { LONG } from './support/long.ts';

/** Traces of two processes that end while they load `hello`. */
function endTwiceInLoad(data: string): void {
  for (const seconds of [60, 30]) {
    const { pid } = spawnSync('true');
    const at = new Date(Date.now() - seconds * 1_000).toISOString();
    const mark = { appCode: 'hello', version: '1.0.0', pid, at };
    writeFileSync(join(data, 'load-marks', `${pid}-1-hello.json`), JSON.stringify(mark));
  }
}

test(
  'design 10.3: an application that ends the platform twice is shown, and loaded again',
  LONG,
  async ({ browser }) => {
    const first = await startPlatform();
    await (await Operator.login(first.platform)).ensure('hello');
    const second = await first.restart(endTwiceInLoad);
    const { platform } = second;
    const operator = await Operator.login(platform);
    const context = await browser.newContext({ baseURL: platform.frontend, storageState: operator.session });
    const page = await context.newPage();
    try {
      await page.goto('/');
      await expect(page.getByText('In quarantine').first()).toBeVisible();

      await page.goto('/market');
      await expect(page.getByText('In quarantine').first()).toBeVisible();
      await page.goto('/apps/installed');
      await expect(page.getByText('In quarantine').first()).toBeVisible();

      await page.goto('/apps/installed/hello?tab=incidents');
      const banner = page.getByRole('alert').filter({ hasText: 'Version 1.0.0 is in quarantine' });
      await expect(banner).toContainText('Ended the host');
      const incidents = page.getByRole('region', { name: 'Incidents' });
      await expect(incidents.getByRole('listitem')).toHaveCount(2);
      await expect(incidents.getByRole('listitem').first()).toContainText('Ended the host');
      expect(await violationsOf(page)).toEqual([]);
      await page.setViewportSize(phone);
      await expectFits(page);
      await page.setViewportSize({ width: 1440, height: 900 });

      const menus =
        await operator.api.get<Array<{ code: string; quarantined?: boolean }>>('/app/runtime/remote-apps');
      expect(menus.find(({ code }) => code === 'hello')?.quarantined).toBe(true);

      await banner.getByRole('button', { name: 'Load again' }).click();
      await expect(banner).toBeHidden();
      await expect(incidents.getByRole('listitem')).toHaveCount(2);
      await page.getByRole('link', { name: 'Overview' }).click();
      const health = page.getByRole('region', { name: 'Health' });
      await expect(health).toContainText('Well');
    } finally {
      await context.close();
      await second.stop();
    }
  },
);
