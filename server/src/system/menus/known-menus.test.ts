import { expect, it } from 'vitest';
import { KnownMenus } from './known-menus.ts';
import type { Menu } from './menu.ts';

const menu = (menuId: number, updateTime: string): Menu =>
  ({ menuId, updateTime, menuName: `${menuId} of ${updateTime}` }) as Menu;

function known() {
  const stored = { rows: [menu(1, 'nine'), menu(2, 'nine')], all: 0, fails: false, now: 0 };
  const rows = {
    async all() {
      if (stored.fails) throw new Error('away');
      stored.all++;
      return [...stored.rows];
    },
    versions: async () => new Map(stored.rows.map((row) => [row.menuId, String(row.updateTime)])),
  };
  const database = { afterCommit: (act: () => void) => act() };
  const menus = new KnownMenus(database as never, rows, { now: () => stored.now });
  const later = () => {
    stored.now += 10_000;
    return menus.list();
  };
  return { stored, menus, later };
}

it('reads thousands of rows again only where one has changed, is new or is gone', async () => {
  const { stored, menus, later } = known();
  const first = await menus.list();
  expect(await later()).toBe(first);
  expect(stored.all).toBe(1);
  for (const rows of [
    [menu(1, 'nine'), menu(2, 'ten')],
    [menu(1, 'nine'), menu(3, 'ten')],
    [menu(1, 'nine')],
    [menu(1, 'nine'), menu(2, 'ten')],
  ]) {
    stored.rows = rows;
    expect((await later()).menus).toEqual(rows);
  }
  expect(stored.all).toBe(5);
});

it('reads all rows after a change that it was told of, also once a read has failed', async () => {
  const { stored, menus } = known();
  await menus.list();
  // Changed twice within a millisecond.
  stored.rows = [{ ...menu(1, 'nine'), menuName: 'Renamed' }, menu(2, 'nine')];
  menus.forget();
  stored.fails = true;
  await expect(menus.list()).rejects.toThrow('away');
  stored.fails = false;
  expect((await menus.list()).menus).toEqual(stored.rows);
});
