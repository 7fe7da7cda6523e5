import { SnowflakeIds } from '@platform/plugin-sdk/core';
import type { Ids } from '../../data/index.ts';

/** {@link SnowflakeIds} over the host's identifiers. */
export class PluginIds extends SnowflakeIds {
  readonly #ids: Ids;

  constructor(ids: Ids) {
    super();
    this.#ids = ids;
  }

  override next(): number {
    return this.#ids.next();
  }
}
