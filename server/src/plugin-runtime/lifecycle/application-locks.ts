/** Lets one change at a time touch an application; changes of applications that do not meet go on side by side. */
export class ApplicationLocks {
  readonly #held = new Set<string>();
  #released = Promise.withResolvers<void>();

  /**
   * Runs `work` when none of the applications is held by another change, and holds them until it has ended.
   *
   * @param codes asked again after each wait, since a change may have connected other applications
   */
  async hold<T>(codes: () => ReadonlySet<string>, work: () => Promise<T>): Promise<T> {
    let wanted = codes();
    while ([...wanted].some((code) => this.#held.has(code))) {
      await this.#released.promise;
      wanted = codes();
    }
    for (const code of wanted) this.#held.add(code);
    try {
      return await work();
    } finally {
      for (const code of wanted) this.#held.delete(code);
      this.#released.resolve();
      this.#released = Promise.withResolvers();
    }
  }
}
