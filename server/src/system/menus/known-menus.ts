import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import type { Menu } from './menu.ts';
import type { MenuRows } from './menu-rows.ts';

/** Age in milliseconds at which the menus are compared, should a message have been lost. */
const FRESH_MS = 10_000;

/** All menus as they were read once. */
export interface MenuList {
  readonly menus: readonly Menu[];
  /** The same for as long as the menus are. */
  readonly version: number;
}

/**
 * All menus, kept in memory: there may be thousands, everybody who opens the shell asks for them,
 * and they change seldom.
 */
export class KnownMenus {
  readonly #database: Database;
  readonly #rows: Pick<MenuRows, 'all' | 'versions'>;
  readonly #clock: Clock;
  readonly #tellOthers: () => void;
  #list: Promise<MenuList> | undefined;
  /** Whether they are known to be others than those read last. */
  #changed = true;
  #readAt = Number.NEGATIVE_INFINITY;
  #last: MenuList = { menus: [], version: 0 };

  /** @param tellOthers says to the other hosts that menus have changed */
  constructor(
    database: Database,
    rows: Pick<MenuRows, 'all' | 'versions'>,
    clock: Clock,
    tellOthers: () => void = () => undefined,
  ) {
    this.#database = database;
    this.#rows = rows;
    this.#clock = clock;
    this.#tellOthers = tellOthers;
  }

  /** The same list for as long as nothing is known to have changed. */
  list(): Promise<MenuList> {
    const now = this.#clock.now();
    if (!this.#list || now - this.#readAt >= FRESH_MS) {
      this.#readAt = now;
      this.#list = this.#read();
    }
    return this.#list;
  }

  /**
   * Menus change in the current transaction, if there is one: what is known is forgotten when it is
   * committed.
   */
  forget(): void {
    this.#database.afterCommit(() => this.reread());
    this.#tellOthers();
  }

  /** Another host has changed them. */
  reread(): void {
    this.#changed = true;
    this.#list = undefined;
  }

  async #read(): Promise<MenuList> {
    const changed = this.#changed;
    this.#changed = false;
    try {
      // Two changes within a millisecond look the same here, so that a known one is not compared.
      if (changed || !isOf(this.#last.menus, await this.#rows.versions())) await this.#readAll();
      return this.#last;
    } catch (error) {
      this.reread();
      throw error;
    }
  }

  async #readAll(): Promise<void> {
    const menus = await this.#rows.all();
    if (isDeepStrictEqual(menus, this.#last.menus)) return;
    this.#last = { menus, version: this.#last.version + 1 };
  }
}

/** Whether these are the menus as they are now. */
const isOf = (menus: readonly Menu[], versions: ReadonlyMap<number, string>): boolean =>
  menus.length === versions.size &&
  menus.every(({ menuId, updateTime }) => versions.get(menuId) === updateTime);
