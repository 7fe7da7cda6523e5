import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import type { Menu } from './menu.ts';
import type { MenuRows } from './menu-rows.ts';

/** Age in milliseconds at which the menus are read again, should a message have been lost. */
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
  readonly #rows: Pick<MenuRows, 'all'>;
  readonly #clock: Clock;
  readonly #tellOthers: () => void;
  #list: Promise<MenuList> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #last: MenuList = { menus: [], version: 0 };

  /** @param tellOthers says to the other hosts that menus have changed */
  constructor(
    database: Database,
    rows: Pick<MenuRows, 'all'>,
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
    this.#database.afterCommit(() => this.readAnew());
    this.#tellOthers();
  }

  /** Another host has changed them. */
  readAnew(): void {
    this.#list = undefined;
  }

  async #read(): Promise<MenuList> {
    try {
      const menus = await this.#rows.all();
      if (!isDeepStrictEqual(menus, this.#last.menus))
        this.#last = { menus, version: this.#last.version + 1 };
      return this.#last;
    } catch (error) {
      this.#list = undefined;
      throw error;
    }
  }
}
