import type { KeptPage } from './kept-page.ts';
import type { BrowserSession } from '../../scripts/lib/browser-session.ts';
import { RemoteStage, type StagedRemote } from './remote-stage.ts';

/**
 * A stage for each file, in a page that they use in turn. It saves data: a pointer that happens to
 * rest on the menu of a broken remote would fetch it during the test of another one.
 */
export class KeptStage {
  readonly #open: () => Promise<KeptPage>;
  readonly #session: BrowserSession;
  #kept: KeptPage | undefined;
  #current: { readonly file: string; readonly stage: RemoteStage } | undefined;

  constructor(open: () => Promise<KeptPage>, session: BrowserSession) {
    this.#open = open;
    this.#session = session;
  }

  /** The stage of a file, which begins with these remotes. */
  async of(file: string, remotes: readonly StagedRemote[]): Promise<RemoteStage> {
    if (this.#current?.file === file) return this.#current.stage;
    this.#kept ??= await this.#openSavingData();
    const start = { session: this.#session, viewport: null };
    const stage = new RemoteStage(await this.#kept.renew(start));
    stage.put(...remotes);
    await stage.start();
    this.#current = { file, stage };
    return stage;
  }

  async #openSavingData(): Promise<KeptPage> {
    const kept = await this.#open();
    await kept.page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    return kept;
  }

  async close(): Promise<void> {
    await this.#kept?.page.context().close();
  }
}
