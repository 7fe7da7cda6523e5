import { isA } from '../../../kernel/index.ts';
import { LoadRefusal, type LoadFinding } from '../../contract/load-finding.ts';
import { IntrinsicsSnapshot, type IntrinsicChange } from './intrinsics-snapshot.ts';
import { RequestPathBuiltins } from './request-path-builtins.ts';

/** Code that is searched for the origin of a change. */
export interface CodeOwner {
  readonly appCode: string;
  /** True if the text occurs in its code. */
  holds(text: string): boolean;
}

/** Age in milliseconds up to which a check is not repeated, since many loads can run at once. */
const FRESH_MS = 20;

/** Receives changes that were found outside of a load. */
export type ReportChanges = (changes: readonly IntrinsicChange[], owner: CodeOwner | undefined) => void;

/** Ends the process: requests are answered wrongly from now on. */
export type EndSpoiled = (change: IntrinsicChange, owner: CodeOwner | undefined) => void;

/**
 * Guards globals, prototypes and free built-ins, which all applications share.
 *
 * A change is restored. A load that makes one is refused; a later change is reported with its
 * application, if its code reveals it. (design 9.4-19, 9.7-43)
 */
export class IntrinsicsGuard {
  readonly #owners: () => Iterable<CodeOwner>;
  readonly #report: ReportChanges;
  readonly #end: EndSpoiled;
  /** Running loads, with the changes of theirs that other checks have found. */
  readonly #loading = new Map<CodeOwner, IntrinsicChange[]>();
  readonly #relied = new RequestPathBuiltins();
  #baseline: IntrinsicsSnapshot | undefined;
  #checkedAt = -Infinity;

  /**
   * @param owners returns the loaded applications
   * @param end called when a built-in that requests rely on cannot be restored
   */
  constructor(owners: () => Iterable<CodeOwner>, report: ReportChanges, end: EndSpoiled) {
    this.#owners = owners;
    this.#report = report;
    this.#end = end;
  }

  /**
   * Runs synchronous work of one application.
   *
   * @returns findings that refuse its load
   */
  guard<T>(owner: CodeOwner, work: () => T): { result: T; findings: LoadFinding[] } {
    this.#checkBefore();
    const findings = (): LoadFinding[] => {
      const changes = this.#restore(owner);
      const own = changes.filter((change) => (this.#ownerOf(change) ?? owner) === owner);
      this.#attribute(changes.filter((change) => !own.includes(change)));
      return own.map((change) => finding(owner, change));
    };
    try {
      return { result: work(), findings: findings() };
    } catch (error) {
      // A changed built-in may be why innocent code threw.
      const found = findings();
      if (found.length === 0) throw error;
      const others = isA(error, LoadRefusal) ? error.findings : [];
      throw new LoadRefusal([...found, ...others.filter(({ code }) => code !== 'PLUGIN_MODULE_FAILED')]);
    }
  }

  /**
   * Runs asynchronous work of one application, while others run too.
   *
   * @param over ends the load of work that never settles
   * @returns findings that refuse its load: its own changes
   */
  async guardAsync<T>(
    owner: CodeOwner,
    work: () => Promise<T>,
    over?: AbortSignal,
  ): Promise<{ result: T; findings: LoadFinding[] }> {
    this.#checkBefore();
    const own: IntrinsicChange[] = [];
    this.#loading.set(owner, own);
    over?.addEventListener('abort', () => this.#loading.delete(owner), { once: true });
    try {
      const result = await work();
      const alone = this.#loading.size === 1 ? owner : undefined;
      this.#attribute(this.#restore(alone), alone);
      this.#loading.delete(owner);
      return { result, findings: own.map((change) => finding(owner, change)) };
    } catch (error) {
      this.#loading.delete(owner);
      this.#attribute(this.#restore(owner), owner);
      throw error;
    }
  }

  /**
   * Checks now; changes are restored and reported.
   *
   * @param otherwise owner of changes whose origin is unknown
   */
  checkNow(otherwise?: CodeOwner): void {
    this.#attribute(this.#restore(otherwise), otherwise);
  }

  /**
   * Checks the built-ins that requests rely on, which takes about 30 ns.
   *
   * It runs after each turn of an application's code and before each request. (design 16-5)
   *
   * @param turnOf owner of the turn
   */
  readonly checkQuickly = (turnOf?: CodeOwner): void => {
    if (!this.#relied.isUntouched()) this.checkNow(turnOf);
  };

  #checkBefore(): void {
    if (performance.now() - this.#checkedAt > FRESH_MS) this.checkNow();
  }

  /** @param otherwise owner of a change whose origin is unknown */
  #restore(otherwise?: CodeOwner): IntrinsicChange[] {
    this.#baseline ??= new IntrinsicsSnapshot();
    const relied = this.#relied.restore();
    // Before anything that may rely on them.
    this.#endIfSpoiled(relied, otherwise);
    const changes = [...relied, ...this.#baseline.restore()];
    this.#endIfSpoiled(changes, otherwise);
    this.#checkedAt = performance.now();
    return changes;
  }

  #endIfSpoiled(changes: readonly IntrinsicChange[], otherwise: CodeOwner | undefined): void {
    if (this.#relied.isUntouched()) return;
    for (let at = 0; at < changes.length; at++) {
      const change = changes[at] as IntrinsicChange;
      if (!change.restored) return this.#end(change, this.#ownerOf(change) ?? otherwise);
    }
  }

  /** @param otherwise owner of changes whose origin is unknown */
  #attribute(changes: readonly IntrinsicChange[], otherwise?: CodeOwner): void {
    for (const [owner, own] of Map.groupBy(changes, (change) => this.#ownerOf(change) ?? otherwise)) {
      const loading = owner && this.#loading.get(owner);
      if (loading) loading.push(...own);
      else this.#report(own, owner);
    }
  }

  #ownerOf({ value }: IntrinsicChange): CodeOwner | undefined {
    if (typeof value !== 'function') return undefined;
    const text = Function.prototype.toString.call(value);
    if (text.includes('[native code]')) return undefined;
    return [...this.#loading.keys(), ...this.#owners()].find((owner) => owner.holds(text));
  }
}

const VERBS: Readonly<Record<IntrinsicChange['kind'], string>> = {
  added: 'adds',
  changed: 'changes',
  removed: 'removes',
  prototype: 'replaces the prototype of',
  frozen: 'freezes',
};

/** Human-readable description of a change. */
export const describeChange = ({ name, kind, restored }: IntrinsicChange): string =>
  `${VERBS[kind]} ${name}${restored ? '' : ', which cannot be restored'}`;

const finding = ({ appCode }: CodeOwner, change: IntrinsicChange): LoadFinding => ({
  code: 'PLUGIN_INTRINSICS_CHANGED',
  message: `Application ${appCode} ${describeChange(change)}. All applications share it.`,
  fix: 'Remove the change. Put helpers into your own modules, and do not include polyfills.',
});
