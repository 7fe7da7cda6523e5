import { LONG, longUnless, withStandIns } from './support/long.ts';
import { checkedPages } from './support/pages.ts';
import { expectPresentable } from './support/presentable.ts';
import { expect, test } from './support/test.ts';
import { expectStill, phone, showPage, smallControls } from './support/visual.ts';

test.beforeAll(async ({ operator }) => {
  for (const code of ['hello', 'member']) await operator.ensure(code);
});

for (const { details, ...checked } of withStandIns(checkedPages)) {
  test(
    `${checked.name}: does not jump while it is loaded, says nothing on the console, is accessible in light and dark, and fits a phone`,
    checked.elsewhere ? LONG : details,
    async ({ page }) => {
      const said: string[] = [];
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
      await showPage(page, checked);
      await expectStill(page, 'the page');
      await expectPresentable(page, checked.name);
      expect(said).toEqual([]);
    },
  );
}

test.describe('without a session', () => {
  test.use({ loggedIn: false });
  test('login: accessible in light and dark, and fits a phone', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectPresentable(page);
  });
});

test.describe('on a touch screen', () => {
  test.use({ viewport: phone });

  const inShort = ['dashboard', 'users'];
  const inLong = ['installed-detail', 'market-detail', 'installed', 'monitoring', 'hosts'];
  for (const checked of checkedPages.filter(({ name }) => [...inShort, ...inLong].includes(name)))
    test(
      `${checked.name}: each control and single link can be hit on 44 px (decision 0742)`,
      longUnless(inShort.includes(checked.name)),
      async ({ page }) => {
        const screen = await page.context().newCDPSession(page);
        await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true });
        await showPage(page, checked);
        expect(await smallControls(page)).toEqual([]);
        await screen.detach();
      },
    );
});
