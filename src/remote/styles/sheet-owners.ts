/** The owners of style sheets that code creates. */
export interface SheetOwners {
  /** The application that created a `<style>` element or sheet; undefined if unknown. */
  ownerOf(this: void, made: object): string | undefined;
  /** Whether the rules of a constructed sheet were scoped when they were written. */
  isScoped(this: void, sheet: CSSStyleSheet): boolean;
  stop(): void;
}

export interface SheetOwnersOptions {
  page: Document;
  /** The application whose code is running. */
  current: () => string | undefined;
  /** The text of a sheet, scoped to the application's views. */
  scope: (code: string, css: string) => string;
}

type Sheets = Pick<CSSStyleSheet, 'replaceSync' | 'replace' | 'insertRule'>;

/**
 * Records the owner of each `<style>` element and constructed sheet when it is created, and scopes
 * rules when they are written, because no observer reports `replaceSync` or `insertRule` (design
 * 5.2).
 */
export function trackSheetOwners({ page, current, scope }: SheetOwnersOptions): SheetOwners {
  const owners = new WeakMap<object, string>();
  const scoped = new WeakSet<CSSStyleSheet>();
  const view = page.defaultView ?? globalThis;
  const { CSSStyleSheet: Sheet, CSSGroupingRule: Group } = view;
  const undos: (() => void)[] = [];

  function recordOwner<T extends object>(made: T): T {
    const owner = current();
    if (owner !== undefined) owners.set(made, owner);
    return made;
  }
  function ownerOfRules(sheet: CSSStyleSheet | null): string | undefined {
    const node = sheet?.ownerNode ?? undefined;
    return (sheet && owners.get(sheet)) ?? (node && owners.get(node)) ?? current();
  }
  function replace<T extends object, K extends keyof T>(object: T, key: K, make: (was: T[K]) => T[K]): void {
    const was = Object.getOwnPropertyDescriptor(object, key);
    const value = make(object[key]);
    Object.defineProperty(object, key, { value, configurable: true, writable: true });
    undos.push(() => {
      if (was) Object.defineProperty(object, key, was);
      else Reflect.deleteProperty(object, key);
    });
  }

  replace(page, 'createElement', (was) => (name: string, options?: ElementCreationOptions) => {
    const element = was.call(page, name, options);
    return /^style$/i.test(name) ? recordOwner(element) : element;
  });
  replace(page, 'createElementNS', (was) => {
    const made = (space: string | null, name: string, options?: string): Element => {
      const element = was.call(page, space, name, options);
      return /^(?:\w+:)?style$/i.test(name) ? recordOwner(element) : element;
    };
    return made as Document['createElementNS'];
  });
  replace(
    view,
    'CSSStyleSheet',
    (was) =>
      new Proxy(was, {
        construct: (target, parameters, newTarget) =>
          recordOwner(Reflect.construct(target, parameters, newTarget) as CSSStyleSheet),
      }),
  );
  const sheets: Sheets = Sheet.prototype;
  for (const key of ['replaceSync', 'replace'] as const) {
    replace(sheets, key, (was) => {
      function written(this: CSSStyleSheet, css: string): never {
        const owner = ownerOfRules(this);
        if (owner !== undefined) scoped.add(this);
        return Reflect.apply(was, this, [owner === undefined ? css : scope(owner, css)]) as never;
      }
      return written;
    });
  }
  function inserting<T extends { insertRule(rule: string, index?: number): number }>(
    object: T,
    sheetOf: (rules: T) => CSSStyleSheet | null,
  ): void {
    replace(object, 'insertRule', (was) => {
      function inserted(this: T, rule: string, index?: number): number {
        const owner = ownerOfRules(sheetOf(this));
        if (owner === undefined) return was.call(this, rule, index);
        // Callers count rules, so each insert must add exactly one.
        return was.call(this, scope(owner, rule) || `@layer remote.${owner} {}`, index);
      }
      return inserted;
    });
  }
  inserting(Sheet.prototype, (sheet) => {
    if (ownerOfRules(sheet) !== undefined) scoped.add(sheet);
    return sheet;
  });
  if (Group) inserting(Group.prototype, (rule) => rule.parentStyleSheet);

  return {
    ownerOf: (made) => owners.get(made),
    isScoped: (sheet) => scoped.has(sheet),
    stop() {
      for (const undo of undos) undo();
    },
  };
}
