import { chooseCsv } from './support/choose-csv.ts';
import { expectNotice } from './support/notices.ts';
import { expectPresentable, takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';
import { LONG } from './support/long.ts';

test('design 12: a menu is added, moved with the keyboard, hidden, removed and brought back', async ({
  page,
  operator,
  shell,
}) => {
  await operator.renew('hello');
  await page.goto('/system/menus');
  const row = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: new RegExp(`(^|ld ${name} )${name}$`) }) });
  await expect(row('Users')).toBeVisible();
  await expectPresentable(page, 'menus');
  await page.getByRole('button', { name: 'Add menu' }).click();
  const drawer = shell.dialog('Add a menu');
  await drawer.getByRole('button', { name: 'Directory' }).click();
  await drawer.getByRole('button', { name: 'Add menu' }).click();
  await expect(drawer).toContainText('Enter a key.');
  await drawer.getByLabel('Name').fill('Reports');
  await drawer.getByLabel('Key').fill('e2e-reports');
  await drawer.getByLabel('Path').fill('/reports');
  await drawer.getByRole('button', { name: 'Choose' }).click();
  await drawer.getByRole('button', { name: 'star', exact: true }).click();
  await takePicture(page, 'menu-drawer');
  await drawer.getByRole('button', { name: 'Add menu' }).click();
  await expect(row('Reports')).toBeVisible();

  const names = page.getByRole('rowheader');
  const before = (await names.allTextContents()).map((name) => name.trim());
  await row('Reports').getByRole('button', { name: 'Edit: Reports' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect
    .poll(async () => (await names.allTextContents()).map((name) => name.trim()).indexOf('Reports'))
    .toBeLessThan(before.indexOf('Reports'));

  await page.getByRole('searchbox', { name: 'Search by name, key or path' }).fill('hello:item');
  await expect(row('Items')).toContainText('hello');
  await row('Items').getByRole('button', { name: 'Edit: Items' }).click();
  const locked = shell.dialog('Edit Items');
  await expect(locked).toContainText('The application Hello brings this menu.');
  await expect(locked.getByLabel('Path')).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search by name, key or path' }).fill('Reports');
  const remove = async () => {
    await row('Reports').getByRole('button', { name: 'More actions: Reports' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(page.getByRole('main')).toContainText('No menu matches');
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row('Reports')).toBeVisible();
  await remove();
  await page.keyboard.press('Control+z');
  await expect(row('Reports')).toBeVisible();
  await remove();
});

test(
  'design 12: a dictionary gets entries with colours and labels',
  LONG,
  async ({ page, operator, shell }) => {
    await operator.api.post('/system/dict/type', { dictName: 'Sizes', dictType: 'e2e_sizes' });
    await page.goto('/system/dictionaries?type=e2e_sizes');
    await page.getByRole('main').getByRole('button', { name: 'Add entry' }).first().click();
    const drawer = shell.dialog('Add an entry');
    await drawer.getByLabel('Label', { exact: true }).fill('Large');
    await drawer.getByLabel('Label: 简体中文').fill('大');
    await drawer.getByLabel('Value').fill('l');
    await drawer.getByRole('button', { name: 'Add entry' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Large' });
    await expect(row).toContainText('l');
    await page.getByRole('button', { name: /^Kinds of notices/ }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Announcement' })).toBeVisible();
    await expectPresentable(page, 'dictionaries');
  },
);

test('design 12: a tenant is added with limits, and its removal says what is lost', async ({
  page,
  shell,
}) => {
  await page.goto('/system/tenants');
  await page.getByRole('button', { name: 'Add tenant' }).click();
  const drawer = shell.dialog('Add a tenant');
  await drawer.getByLabel('Identifier').fill('e2e-ten');
  await drawer.getByLabel('Name', { exact: true }).fill('Tenfold');
  await drawer.getByLabel('User limit').fill('10');
  await drawer.getByRole('button', { name: 'Add tenant' }).click();
  const shown = shell.dialog('Password of admin');
  await expect(shown).toContainText('/login?tenant=e2e-ten');
  await shown.getByRole('button', { name: 'Copy', exact: true }).click();
  await shown.getByRole('button', { name: 'I have noted it' }).click();
  await expect(shell.heading).toHaveText('Tenfold');
  await expect(page.getByRole('checkbox', { name: 'Scheduled tasks' })).toBeVisible();
  await shell.link('Tenants').click();
  const row = page.getByRole('row').filter({ hasText: 'Tenfold' });
  await expect(row).toContainText('10');
  await expectPresentable(page, 'tenants');
  await row.getByRole('button', { name: 'Open: Tenfold' }).click();
  await expect(shell.heading).toHaveText('Tenfold');
  await expect(page.getByRole('progressbar', { name: 'Users' })).toHaveAttribute('aria-valuenow', '10');
  await expectPresentable(page, 'tenant');
  await page.getByRole('link', { name: 'What it may have' }).click();
  await page.getByRole('checkbox', { name: 'Scheduled tasks' }).uncheck();
  await expectPresentable(page, 'tenant-package');
  await shell.link('Tenants').click();
  await expect(shell.heading).toHaveText('Tenants');
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: 'Scheduled tasks' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Scheduled tasks' })).not.toBeChecked();
  await page.getByRole('button', { name: 'More actions: Tenfold' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const question = shell.dialog('Remove Tenfold?');
  await expect(question).toContainText('Lost: 1 users and 1 roles');
  await question.getByRole('textbox').fill('e2e-ten');
  await question.getByRole('button', { name: 'Remove Tenfold' }).click();
  await expect(shell.heading).toHaveText('Tenants');
  await expect(row).toHaveCount(0);
});

test(
  'design 12: users are put into departments, and listed by them',
  LONG,
  async ({ page, operator, shell }) => {
    await page.goto('/system/departments');
    await page.getByRole('button', { name: 'Add department' }).first().click();
    const drawer = shell.dialog('Add a department');
    await drawer.getByLabel('Name').fill('Kestrels');
    await drawer.getByRole('button', { name: 'Add department' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Kestrels' })).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const imported = shell.dialog('Import departments');
    await chooseCsv(imported, 'department,head\nKestrel / Nest,\n');
    await expect(imported).toContainText('There is no department “Kestrel”: add a line for it.');
    await takePicture(page, 'department-import');
    await chooseCsv(imported, 'department,head\nKestrels / Nest,admin\n');
    await imported.getByRole('button', { name: 'Add departments' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Nest' })).toContainText('Administrator');
    await expectPresentable(page, 'departments');
    const depts = await operator.api.get<Array<{ deptId: number; deptName: string }>>('/system/dept/choices');
    const kestrels = depts.find(({ deptName }) => deptName === 'Kestrels');
    const user = { userName: 'e2e-kes', nickName: 'Kes', deptId: kestrels?.deptId };
    const { userId } = await operator.api.post<{ userId: number }>('/system/user', user);
    await page.goto('/system/users');
    const beside = page.getByRole('navigation', { name: 'Departments' });
    await beside.getByRole('button', { name: 'Kestrels' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'e2e-kes' })).toContainText('Kestrels');
    await expect(page.getByRole('row').filter({ hasText: 'Administrator' })).toHaveCount(0);
    await expectPresentable(page, 'users');
    // By keyboard, too, the head comes before what stands below it.
    await page.getByRole('button', { name: 'Add user' }).focus();
    await page.keyboard.press('Tab');
    await expect(beside.getByRole('button').first()).toBeFocused();
    await operator.api.delete(`/system/user/${userId}`);
    await operator.api.delete(`/system/dept/${depts.map(({ deptId }) => deptId).join(',')}`);
  },
);

test('design 15.4: a role is given permissions in a matrix, and compared with another one', async ({
  page,
  operator,
  shell,
}) => {
  await operator.api.post('/system/role', { roleName: 'Watchers', roleKey: 'e2e-watch' });
  await page.goto('/system/roles');
  await page.getByRole('button', { name: 'Permissions: Watchers' }).click();
  await expect(shell.heading).toHaveText('Watchers');
  const main = page.getByRole('main');
  await main.getByRole('searchbox', { name: 'Search pages and permissions' }).fill('users');
  await main.getByRole('checkbox', { name: 'Users: Change' }).check();
  await expect(main.getByRole('checkbox', { name: 'Users: Open' })).toBeChecked();
  await main.getByRole('radio', { name: 'Own department', exact: true }).check();
  await main.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, 'The role is saved.');
  await page.getByRole('button', { name: 'Copy' }).click();
  const drawer = shell.dialog('Copy Watchers');
  await drawer.getByLabel('Name').fill('Lookouts');
  await drawer.getByLabel('Key').fill('e2e-lookout');
  await drawer.getByRole('button', { name: 'Add role' }).click();
  await expect(shell.heading).toHaveText('Lookouts');
  await main.getByRole('checkbox', { name: 'All of Posts' }).check();
  await main.getByRole('combobox', { name: 'Compare with another role' }).click();
  await page.getByRole('option', { name: 'Watchers' }).click();
  await main.getByRole('checkbox', { name: 'Differences only' }).check();
  await expect(main.getByRole('checkbox', { name: 'Posts: Open (Only this role)' })).toBeChecked();
  await main.getByRole('checkbox', { name: 'Differences only' }).uncheck();
  await expectPresentable(page, 'role');
  await main.getByRole('button', { name: 'Undo changes' }).click();
  const roles = await operator.api.get<Array<{ roleId: number; roleKey: string }>>('/system/role/list');
  for (const { roleId, roleKey } of roles)
    if (roleKey.startsWith('e2e-')) await operator.api.delete(`/system/role/${roleId}`);
});

test(
  'design 12: users are added to a role and removed from it, there and in the list of users',
  LONG,
  async ({ page, operator, shell }) => {
    const role = { roleName: 'Herons', roleKey: 'e2e-herons' };
    const { roleId } = await operator.api.post<{ roleId: number }>('/system/role', role);
    const userIds: number[] = [];
    for (const name of ['Ardea', 'Egretta']) {
      const user = { userName: `e2e-${name.toLowerCase()}`, nickName: name };
      userIds.push((await operator.api.post<{ userId: number }>('/system/user', user)).userId);
    }
    await page.goto('/system/roles');
    await page.getByRole('button', { name: 'Permissions: Herons' }).click();
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Users', exact: true }).click();
    await expect(main).toContainText('Nobody has this role');
    await main.getByRole('button', { name: 'Add users' }).first().click();
    const drawer = shell.dialog('Add users to Herons');
    const field = drawer.getByRole('combobox', { name: 'Users' });
    for (const [text, option] of [
      ['ardea', 'Ardea (e2e-ardea)'],
      ['egret', 'Egretta (e2e-egretta)'],
    ] as const) {
      await field.fill(text);
      await page.getByRole('option', { name: option }).click();
    }
    await takePicture(page, 'role-users-drawer');
    await drawer.getByRole('button', { name: 'Add users' }).click();
    await expectNotice(page, '2 users now have the role.');
    const row = (name: string) => main.getByRole('row').filter({ hasText: name });
    await expect(row('Ardea')).toBeVisible();
    await expectPresentable(page, 'role-users');
    await row('Egretta').getByRole('button', { name: 'Remove from role: e2e-egretta' }).click();
    await expect(row('Egretta')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row('Egretta')).toBeVisible();

    await page.goto(`/system/users?roleId=${roleId}`);
    await main.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await main.getByRole('button', { name: 'Take a role' }).click();
    const taken = shell.dialog('Take a role from 2 users');
    await taken.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Herons' }).click();
    await taken.getByRole('button', { name: 'Take a role' }).click();
    await expectNotice(page, '2 users no longer have the role.');
    await expect(row('Ardea')).toHaveCount(0);
    await operator.api.delete(`/system/user/${userIds.join(',')}`);
    await operator.api.delete(`/system/role/${roleId}`);
  },
);

test('design 12.1-7: users are imported after a check of each line', async ({ page, operator, shell }) => {
  await page.goto('/system/users');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const drawer = shell.dialog('Import users');
  await chooseCsv(drawer, 'userName,nickName,roles\ne2e-imp,,boss\n');
  await expect(drawer).toContainText('There is no role with the key or name “boss”.');
  await expect(drawer.getByRole('button', { name: 'Add users' })).toBeDisabled();
  await takePicture(page, 'import');
  await chooseCsv(drawer, 'userName,nickName\ne2e-imp,Imported\n');
  await drawer.getByRole('button', { name: 'Add users' }).click();
  const download = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Save the passwords' }).click();
  expect((await download).suggestedFilename()).toBe('passwords.csv');
  await drawer.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Open: e2e-imp' }).click();
  await expect(shell.heading).toHaveText('Imported');
  await page.getByRole('link', { name: 'Rights', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('Nothing but to log in.');
  const users = await operator.api.get<Array<{ userId: number }>>('/system/user/list?userName=e2e-imp');
  for (const { userId } of users) await operator.api.delete(`/system/user/${userId}`);
});

test('design 12: the own profile is checked and changed on the page of the account', async ({
  page,
  operator,
}) => {
  await page.goto('/system/account');
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  const save = profile.getByRole('button', { name: 'Save profile' });
  await profile.getByLabel('Email').fill('nowhere');
  await save.click();
  await expect(profile).toContainText('Write an address such as ada@example.org.');
  await profile.getByLabel('Email').fill('admin@example.org');
  await save.click();
  await expectNotice(page, 'Your profile is saved.');
  await operator.api.put('/system/user/profile', { email: null });
});
