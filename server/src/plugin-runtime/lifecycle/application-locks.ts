/** Serialises changes that touch the same application; unrelated changes run in parallel. */
export class ApplicationLocks {
  readonly #held = new Set<string>();
  #released = Promise.withResolvers<void>();

  /**
   * Runs `work` while holding the applications.
   *
   * @param codes called again after each wait, because another change may have connected more
   *   applications
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
