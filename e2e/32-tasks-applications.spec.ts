import { dropFile } from './support/drop-file.ts';
import { LONG } from './support/long.ts';
import type { Operator } from './support/operator.ts';
import { main, perform, press, titleOf, type Stage, type Task } from './support/task.ts';
import { expect, test } from './support/test.ts';

/** Hello as it was installed, with a newer version that waits. */
async function withUpdate({ operator, platform }: Stage, version: '1.1.0' | '1.2.0'): Promise<void> {
  await operator.ensure('hello', '1.0.0');
  const { hello110, helloBroken120 } = platform.packages;
  await operator.offer('hello', version, version === '1.1.0' ? hello110 : helloBroken120);
}

async function upgrade(operator: Operator, version: string): Promise<void> {
  const install = await operator.find('hello');
  await operator.api.post(`/app/install/${install?.installId}/upgrade`, { version });
}

const tasks: readonly Task[] = [
  {
    name: 'publish a new version',
    clicks: 3,
    async run({ page, platform }) {
      await press(page, 'Publish a package');
      await dropFile(main(page).getByText('Drop a package here, or choose one'), platform.packages.hello110);
      await press(page, 'Save Hello 1.1.0');
      await press(page, 'Publish 1.1.0');
      await expect(page.getByText('Hello 1.1.0 is published and listed.')).toBeVisible();
    },
  },
  {
    name: 'install an application, and open it',
    clicks: 3,
    prepare: ({ operator }) => operator.remove('member'),
    async run({ page, shell }) {
      await main(page).getByRole('link', { name: 'Install Members 1.0.1' }).click();
      const panel = shell.dialog('Install Members 1.0.1');
      await panel.getByRole('button', { name: 'Install Members 1.0.1' }).click();
      await panel.getByRole('button', { name: 'Open Members' }).click();
      await expect(shell.heading).toHaveText('Members');
      await expect(main(page).getByRole('button', { name: 'Edit' }).first()).toBeVisible();
    },
  },
  {
    name: 'upgrade an application',
    clicks: 2,
    prepare: (stage) => withUpdate(stage, '1.1.0'),
    async run({ page, shell, operator }) {
      await main(page).getByRole('link', { name: 'Update to 1.1.0' }).click();
      const panel = shell.dialog('Upgrade Hello to 1.1.0');
      await panel.getByRole('button', { name: 'Upgrade to 1.1.0' }).click();
      await expect(panel.getByText(/^Done: /)).toBeVisible();
      expect((await operator.find('hello'))?.version).toBe('1.1.0');
    },
  },
  {
    name: 'roll an application back',
    clicks: 3,
    async prepare(stage) {
      await withUpdate(stage, '1.1.0');
      await upgrade(stage.operator, '1.1.0');
    },
    async run({ page, shell, operator }) {
      await main(page).getByRole('link', { name: 'Manage Hello' }).click();
      await press(page, 'Roll back to 1.0.0');
      const panel = shell.dialog(/^Roll/);
      await panel.getByRole('button', { name: 'Roll back to 1.0.0' }).click();
      await expect(panel.getByText(/^Done: /)).toBeVisible();
      expect((await operator.find('hello'))?.version).toBe('1.0.0');
    },
  },
  {
    name: 'see why an upgrade failed',
    clicks: 1,
    async prepare(stage) {
      await withUpdate(stage, '1.2.0');
      await upgrade(stage.operator, '1.2.0').catch(() => undefined);
    },
    async run({ page }) {
      const line = main(page)
        .getByRole('region', { name: 'Needs attention' })
        .getByRole('listitem')
        .filter({ hasText: 'The upgrade to 1.2.0 failed' });
      await expect(line).toContainText('The price list is missing');
      await line.getByRole('link', { name: /^Open/ }).click();
      const why = main(page).getByRole('alert');
      await expect(why).toContainText('The price list is missing');
      await expect(why).toContainText('What to do');
    },
  },
];

for (const task of tasks) {
  test(titleOf(task), LONG, ({ page, shell, operator, platform }) =>
    perform(task, { page, shell, operator, platform }),
  );
}
