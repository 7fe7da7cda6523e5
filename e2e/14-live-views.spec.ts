import type { Locator } from '@playwright/test';
import { viewsOf, type View } from './support/hand-written.ts';
import { LONG, longUnless } from './support/long.ts';
import { expect, stageTest as test } from './support/test.ts';

/** A form without the kit's parts, which does not say itself what it holds. */
const form: View = (vue, runtime) => ({
  render: () => [
    vue.h('p', `version ${runtime.app.version}`),
    vue.h('input', { 'aria-label': 'Title' }),
    vue.h('select', { 'aria-label': 'Kind' }, [vue.h('option', 'one'), vue.h('option', 'two')]),
  ],
});
const fillings: Readonly<Record<string, (view: Locator) => Promise<unknown>>> = {
  'a text': (view) => view.getByLabel('Title').fill('Half a sentence'),
  'a choice': (view) => view.getByLabel('Kind').selectOption('two'),
};
const remote = (code: string, version: string) => ({
  code,
  version,
  files: { 'index.js': viewsOf({ main: form }) },
});

test.describe('design 5.2: what is typed outlives an upgrade and a removal', () => {
  for (const [what, fill] of Object.entries(fillings)) {
    test(`${what}, in a tab that is not on screen`, longUnless(what === 'a text'), async ({ stage }) => {
      const code = what.replace(' ', '-');
      stage.put(remote(code, '1.0.0'));
      await stage.announce();
      const view = await stage.open(code);
      await fill(view);
      await stage.expectUsable();
      stage.put(remote(code, '1.1.0'));
      await stage.announce();
      await stage.open(code);
      await expect(view.getByText('version 1.0.0')).toBeVisible();
      const notice = view.getByRole('status').filter({ hasText: `${code} 1.1.0 is installed.` });
      await expect(notice).toBeVisible();
      await notice.getByRole('button', { name: 'Update now' }).click();
      await stage.shell
        .dialog(/discard your input/)
        .getByRole('button', { name: 'Update now' })
        .click();
      await expect(view.getByText('version 1.1.0')).toBeVisible();
    });
  }

  test('nothing typed: the new version is there when the tab comes back', LONG, async ({ stage }) => {
    stage.put(remote('untouched', '1.0.0'));
    await stage.announce();
    const view = await stage.open('untouched');
    await expect(view.getByText('version 1.0.0')).toBeVisible();
    await stage.expectUsable();
    stage.put(remote('untouched', '1.1.0'));
    await stage.announce();
    await stage.open('untouched');
    await expect(view.getByText('version 1.1.0')).toBeVisible();
  });

  test('its application is taken away while the tab is not on screen: the text can be copied', async ({
    stage,
  }) => {
    stage.put(remote('taken', '1.0.0'));
    await stage.announce();
    const view = await stage.open('taken');
    await view.getByLabel('Title').fill('Worth keeping');
    await stage.expectUsable();
    stage.take('taken');
    await stage.announce();
    await stage.page
      .getByRole('navigation', { name: 'Open pages' })
      .getByRole('link', { name: /taken main/ })
      .click();
    await expect(view.getByRole('status')).toContainText('taken is no longer available.');
    await expect(view.getByLabel('Title')).toHaveValue('Worth keeping');
  });
});
