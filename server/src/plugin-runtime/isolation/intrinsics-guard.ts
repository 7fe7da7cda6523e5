import { isA } from '../../kernel/index.ts';
import { LoadRefusal, type LoadFinding } from '../lifecycle/finding.ts';
import { Fingerprint, type IntrinsicChange } from './fingerprint.ts';
import { ReliedOn } from './relied-on.ts';

/** Whose code is searched for what changed something. */
export interface CodeOwner {
  readonly appCode: string;
  /** True when the text stands in its code. */
  holds(text: string): boolean;
}

/** A look that is not older is not taken again: many applications load at the same time. */
const FRESH_MS = 20;

/** Changes that were found while nobody in particular could be held to account. */
export type ReportChanges = (changes: readonly IntrinsicChange[], owner: CodeOwner | undefined) => void;

/**
 * Watches over what every application shares: globals, prototypes, free built-ins. A change is put back; the load that made
 * it is refused, and what is found later is reported, with the application whose code it is where that can be told.
 * (design 9.4-19, 9.7-43)
 */
export class IntrinsicsGuard {
  readonly #owners: () => Iterable<CodeOwner>;
  readonly #report: ReportChanges;
  /** Loads at work, with changes of theirs that others have found. */
  readonly #loading = new Map<CodeOwner, IntrinsicChange[]>();
  readonly #relied = new ReliedOn();
  #isLost = false;
  #baseline: Fingerprint | undefined;
  #lookedAt = -Infinity;

  /** @param owners the applications that are loaded */
  constructor(owners: () => Iterable<CodeOwner>, report: ReportChanges) {
    this.#owners = owners;
    this.#report = report;
  }

  /** Runs work of one application that ends before anything else runs. @returns findings that refuse its load */
  whileIn<T>(owner: CodeOwner, work: () => T): { result: T; findings: LoadFinding[] } {
    this.#lookBefore();
    const findings = (): LoadFinding[] => {
      const changes = this.#restore();
      const own = changes.filter((change) => (this.#ownerOf(change) ?? owner) === owner);
      this.#attribute(changes.filter((change) => !own.includes(change)));
      return own.map((change) => finding(owner, change));
    };
    try {
      return { result: work(), findings: findings() };
    } catch (error) {
      // What it changed may be why something threw that is innocent.
      const found = findings();
      if (found.length === 0) throw error;
      const others = isA(error, LoadRefusal) ? error.findings : [];
      throw new LoadRefusal([...found, ...others.filter(({ code }) => code !== 'PLUGIN_MODULE_FAILED')]);
    }
  }

  /**
   * Runs work during which others run too.
   *
   * @param over ends the wait for work that never settles: it is no load under way any more
   * @returns findings that refuse its load: the changes that are its own
   */
  async whileBeside<T>(
    owner: CodeOwner,
    work: () => Promise<T>,
    over?: AbortSignal,
  ): Promise<{ result: T; findings: LoadFinding[] }> {
    this.#lookBefore();
    const own: IntrinsicChange[] = [];
    this.#loading.set(owner, own);
    over?.addEventListener('abort', () => this.#loading.delete(owner), { once: true });
    try {
      const result = await work();
      this.#attribute(this.#restore(), this.#loading.size === 1 ? owner : undefined);
      this.#loading.delete(owner);
      return { result, findings: own.map((change) => finding(owner, change)) };
    } catch (error) {
      this.#loading.delete(owner);
      this.#attribute(this.#restore(), owner);
      throw error;
    }
  }

  /** Looks now; what is found is put back and reported. @param otherwise whose it is where nobody's code shows */
  lookAfter(otherwise?: CodeOwner): void {
    this.#attribute(this.#restore(), otherwise);
  }

  /**
   * Looks whether what requests rely on has been changed, which costs some 30 ns: after each turn of an application's code,
   * and before each request. (design 16-5)
   *
   * @param turnOf whose turn it was
   */
  readonly lookQuickly = (turnOf?: CodeOwner): void => {
    if (this.#relied.isUntouched() || this.#isLost) return;
    this.lookAfter(turnOf);
    // What cannot be put back has been reported, and is not looked for at each turn.
    this.#isLost = !this.#relied.isUntouched();
  };

  #lookBefore(): void {
    if (performance.now() - this.#lookedAt > FRESH_MS) this.lookAfter();
  }

  #restore(): IntrinsicChange[] {
    this.#baseline ??= new Fingerprint();
    const changes = [...this.#relied.restore(), ...this.#baseline.restore()];
    this.#lookedAt = performance.now();
    return changes;
  }

  /** @param otherwise to whom changes belong that nobody's code shows */
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

const said: Readonly<Record<IntrinsicChange['kind'], string>> = {
  added: 'adds',
  changed: 'changes',
  removed: 'removes',
  prototype: 'replaces the prototype of',
  frozen: 'freezes',
};

/** For people. */
export const describeChange = ({ name, kind, restored }: IntrinsicChange): string =>
  `${said[kind]} ${name}${restored ? '' : ', which cannot be put back'}`;

const finding = ({ appCode }: CodeOwner, change: IntrinsicChange): LoadFinding => ({
  code: 'PLUGIN_INTRINSICS_CHANGED',
  message: `Application ${appCode} ${describeChange(change)}: all applications share it.`,
  fix: 'Do without the change; keep helpers in modules of your own, and polyfills out.',
});
