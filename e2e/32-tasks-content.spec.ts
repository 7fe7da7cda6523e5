import { ApiClient } from '@platform/cli';
import { LONG } from './support/long.ts';
import { expectNotice } from './support/notices.ts';
import { main, perform, press, titleOf, type Task } from './support/task.ts';
import { expect, test } from './support/test.ts';

const tasks: readonly Task[] = [
  {
    name: 'hide a menu',
    clicks: 4,
    async run({ page, shell }) {
      await shell.open('Content', 'Menus');
      const row = page.getByRole('row', { name: /Posts/ });
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Hide in the side menu' }).click();
      await expect(row).toContainText('Hidden');
    },
  },
  {
    name: 'move files to another storage',
    clicks: 7,
    async prepare({ operator }) {
      const attic = { configKey: 'attic', storageType: 'local', prefix: 'attic/' };
      await operator.api.post('/system/ossConfig', attic);
    },
    async run({ page, shell }) {
      await shell.open('Content', 'File storages');
      const row = page.getByRole('row', { name: /Takes new files/ });
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Move its files' }).click();
      const dialog = shell.dialog(/^Move the files of/);
      await dialog.getByRole('combobox', { name: 'To' }).press('Enter');
      await page.getByRole('option', { name: 'attic' }).click();
      await dialog.getByRole('button', { name: 'Move the files' }).click();
      await expect(page.getByText(/→ attic: all \d+ files are moved/)).toBeVisible();
    },
  },
  {
    name: 'tell one role something',
    clicks: 7,
    async prepare({ operator }) {
      const role = { roleName: 'Wardens', roleKey: 'e2e-wardens' };
      const { roleId } = await operator.api.post<{ roleId: number }>('/system/role', role);
      for (const [userName, roleIds] of [
        ['e2e-warden', [roleId]],
        ['e2e-other', []],
      ] as const)
        await operator.api.post('/system/user', {
          ...{ userName, nickName: userName, password: 'Once-upon-9', roleIds },
        });
    },
    async run({ page, shell, platform }) {
      await shell.open('Content', 'Notices');
      await main(page).getByRole('button', { name: 'Write a notice' }).first().click();
      const form = shell.dialog('Write a notice');
      await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
      await page.keyboard.type('The gate is closed');
      await form.getByText('Roles', { exact: true }).click();
      // Its placeholder lies over the field, and takes the press for it.
      await form.getByRole('combobox', { name: 'Roles' }).click({ force: true });
      await page.getByRole('option', { name: 'Wardens' }).click();
      await form.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByRole('row', { name: /The gate is closed/ })).toContainText('Published');
      await expectNotice(page, 'The notice is published.');
      await expect(page.getByRole('row', { name: /Wardens/ })).toBeVisible();
      const inboxOf = async (userName: string) => {
        const api = new ApiClient(platform.api);
        await api.login(userName, 'Once-upon-9');
        const notices = await api.get<Array<{ title: string }>>('/system/message/list');
        return notices.map(({ title }) => title);
      };
      await expect.poll(() => inboxOf('e2e-warden')).toEqual(['The gate is closed']);
      expect(await inboxOf('e2e-other')).toEqual([]);
    },
  },
  {
    name: 'put the entries of a dictionary into another order',
    clicks: 5,
    async run({ page, shell }) {
      await shell.open('Content', 'Dictionaries');
      await press(page, /^Yes or no/);
      const labels = page.getByRole('row', { name: /^(Yes|No)/ });
      await expect(labels).toHaveText([/Yes/, /No/]);
      await press(page, 'More actions: No');
      await page.getByRole('menuitem', { name: 'Move up' }).click();
      await expect(labels).toHaveText([/No/, /Yes/]);
    },
  },
  {
    name: 'give the site a name and an accent, and see them before',
    clicks: 5,
    async run({ page, shell }) {
      await shell.open('System', 'Site');
      await main(page).getByRole('textbox', { name: 'Name', exact: true }).click();
      await page.keyboard.type('Aviary');
      await main(page).getByLabel('Accent', { exact: true }).click();
      await main(page).getByLabel('Accent', { exact: true }).fill('#0f766e');
      const preview = main(page).getByRole('img', { name: /^Preview/ });
      await expect(preview).toContainText('Log in to Aviary');
      await expect(shell.menu).not.toContainText('Aviary');
      await press(page, 'Save changes');
      await expectNotice(page, /^The site is saved/);
      await expect(page.getByRole('link', { name: 'Aviary' })).toBeVisible();
    },
  },
];

for (const task of tasks) {
  test(titleOf(task), LONG, ({ page, shell, operator, platform }) =>
    perform(task, { page, shell, operator, platform }),
  );
}
