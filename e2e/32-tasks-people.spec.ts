import { ApiClient } from '@platform/cli';
import { chooseCsv } from './support/choose-csv.ts';
import { LONG } from './support/long.ts';
import { expectNotice } from './support/notices.ts';
import { main, perform, press, searchFor, titleOf, type Task } from './support/task.ts';
import { expect, test } from './support/test.ts';

const tasks: readonly Task[] = [
  {
    name: 'give a role one list of an application, but not its buttons',
    clicks: 6,
    prepare: ({ operator }) =>
      operator.api.post('/system/role', { roleName: 'Readers', roleKey: 'e2e-readers' }),
    async run({ page, shell }) {
      await shell.open('People', 'Roles');
      await press(page, 'Permissions: Readers');
      await main(page).getByRole('checkbox', { name: 'Items: Open' }).check();
      await expect(main(page).getByRole('checkbox', { name: 'Items: Add items' })).not.toBeChecked();
      await press(page, 'Save changes');
      await expectNotice(page, 'The role is saved.');
    },
  },
  {
    name: 'restrict a role to its department',
    clicks: 5,
    prepare: ({ operator }) =>
      operator.api.post('/system/role', { roleName: 'Locals', roleKey: 'e2e-locals' }),
    async run({ page, shell }) {
      await shell.open('People', 'Roles');
      await press(page, 'Permissions: Locals');
      await main(page).getByRole('radio', { name: 'Own department', exact: true }).check();
      await press(page, 'Save changes');
      await expectNotice(page, 'The role is saved.');
    },
  },
  {
    name: 'end a session',
    clicks: 4,
    async prepare({ operator, platform }) {
      const guest = { userName: 'e2e-guest', nickName: 'Guest', password: 'Once-upon-9' };
      await operator.api.post('/system/user', guest);
      await new ApiClient(platform.api).login(guest.userName, guest.password);
    },
    async run({ page, shell }) {
      await shell.open('People', 'Sessions');
      await expect(page.getByRole('row', { name: /This one/ })).toHaveCount(1);
      const guest = page.getByRole('row', { name: /e2e-guest/ });
      await guest.getByRole('button', { name: /^End/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End the session' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  },
  {
    name: 'find a user without knowing the page',
    clicks: 0,
    async run({ page, shell }) {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('users');
      await expect(page.getByRole('option', { selected: true })).toContainText('Users');
      await page.keyboard.press('Enter');
      await expect(shell.heading).toHaveText(/^Users/);
      await searchFor(page, 'adm');
      await expect(page.getByRole('row', { name: /Administrator/ })).toBeVisible();
    },
  },
  {
    name: 'keep a filtered list as a view',
    clicks: 3,
    async run({ page, shell }) {
      await shell.open('People', 'Users');
      await searchFor(page, 'adm');
      await press(page, 'Save view');
      await page.keyboard.type('Mine');
      await page.keyboard.press('Enter');
      await expect(main(page).getByRole('button', { name: 'Mine', exact: true })).toBeVisible();
    },
  },
  {
    name: 'import 200 users with three bad lines',
    clicks: 6,
    async run({ page, shell }) {
      await shell.open('People', 'Users');
      await press(page, 'Import');
      const drawer = shell.dialog('Import users');
      const choose = (lines: readonly string[]) =>
        chooseCsv(drawer, ['userName,nickName,email', ...lines].join('\n'));
      const lines = Array.from({ length: 200 }, (_, at) => `e2e-many-${at},Person ${at},`);
      const wrong = lines.with(17, 'e2e-many-17,,').with(90, 'e2e-many-90,Ninety,nowhere');
      await choose(wrong.with(150, 'admin,Admin,'));
      await expect(drawer.getByRole('row')).toHaveCount(1 + 3);
      await choose(lines);
      await drawer.getByRole('button', { name: 'Add users' }).click();
      const download = page.waitForEvent('download');
      await drawer.getByRole('button', { name: 'Save the passwords' }).click();
      expect((await download).suggestedFilename()).toBe('passwords.csv');
    },
  },
  {
    name: 'reset the password of a user',
    clicks: 5,
    prepare: ({ operator }) =>
      operator.api.post('/system/user', { userName: 'e2e-lost', nickName: 'Lost', password: 'Once-upon-9' }),
    async run({ page, shell }) {
      await shell.open('People', 'Users');
      await searchFor(page, 'e2e-lost');
      const row = page.getByRole('row', { name: /e2e-lost/ });
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Reset password' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
      const shown = page.getByRole('dialog', { name: 'Password of e2e-lost' });
      await expect(shown.getByRole('button', { name: 'Copy' }).locator('svg')).toHaveCSS('width', '14px');
    },
  },
  {
    name: 'see what a user may do, and by which role',
    clicks: 4,
    async run({ page, shell }) {
      await shell.open('People', 'Users');
      await press(page, 'Open: admin');
      await main(page).getByRole('link', { name: 'Rights', exact: true }).click();
      await expect(main(page)).toContainText(/Super|Administrator/);
    },
  },
  {
    name: 'limit what a tenant may have',
    clicks: 6,
    prepare: ({ operator }) =>
      operator.api.post('/system/tenant', {
        ...{ tenantId: 'e2e-task', name: 'Taskers', adminUserName: 'admin' },
      }),
    async run({ page, shell }) {
      await shell.open('People', 'Tenants');
      await press(page, 'Open: Taskers');
      await main(page).getByRole('link', { name: 'What it may have' }).click();
      await main(page).getByRole('checkbox', { name: 'Scheduled tasks' }).uncheck();
      await press(page, 'Save changes');
      await expectNotice(page, 'Taskers is saved.');
    },
  },
  {
    name: 'make a department, and put a user into it',
    clicks: 7,
    prepare: ({ operator }) =>
      operator.api.post('/system/user', {
        userName: 'e2e-falco',
        nickName: 'Falco',
        password: 'Once-upon-9',
      }),
    async run({ page, shell }) {
      await shell.open('People', 'Departments');
      // An empty list offers it, too, once it is there.
      await main(page).getByRole('button', { name: 'Add department' }).first().click();
      await expect(shell.dialog('Add a department').getByLabel('Name')).toBeFocused();
      await page.keyboard.type('Falconry');
      await page.keyboard.press('Enter');
      const row = page.getByRole('row', { name: /Falconry/ });
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Add users' }).click();
      const drawer = shell.dialog('Add users to Falconry');
      await expect(drawer.getByRole('combobox', { name: 'Users' })).toBeFocused();
      await page.keyboard.type('falco');
      await page.getByRole('option', { name: 'Falco (e2e-falco)' }).click();
      await drawer.getByRole('button', { name: 'Add users' }).click();
      await expect(row.getByRole('link', { name: '1 user of Falconry' })).toBeVisible();
    },
  },
  {
    name: 'make a token for a script, and revoke it',
    clicks: 9,
    async run({ page, shell, platform }) {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Your account' }).click();
      const tokens = main(page).getByRole('region', { name: 'Tokens for scripts' });
      await tokens.getByRole('button', { name: 'Create a token' }).click();
      const form = shell.dialog('Create a token');
      await page.keyboard.type('nightly');
      await form.getByRole('checkbox', { name: 'Everything that you may do' }).check();
      await form.getByRole('button', { name: 'Create a token' }).click();
      const issued = shell.dialog('The token nightly');
      const token = await issued.getByText(/^pt_/).innerText();
      await issued.getByRole('button', { name: 'Copy token' }).click();
      await issued.getByRole('button', { name: 'Done' }).click();
      const answer = async () => {
        const headers = { Authorization: `Bearer ${token}` };
        return (await fetch(`${platform.api}/system/user/profile`, { headers })).status;
      };
      expect(await answer()).toBe(200);
      await tokens.getByRole('button', { name: 'Revoke: nightly' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke the token' }).click();
      await expect(tokens).toContainText('You have no token');
      expect(await answer()).toBe(401);
    },
  },
];

test.beforeAll(({ operator }) => operator.ensure('hello', '1.0.0'));

for (const task of tasks) {
  test(titleOf(task), LONG, ({ page, shell, operator, platform }) =>
    perform(task, { page, shell, operator, platform }),
  );
}
