import { BEAN, MAPPER, ownFact, type AbstractClass } from '@platform/plugin-sdk/host';
import type { PluginClass, PluginModule } from './plugin-module.ts';
import type { Siblings } from './siblings.ts';
import { missingOf } from './missing-dependency.ts';

type Classes = ReadonlyMap<PluginModule, readonly PluginClass[]>;

/**
 * Finds the modules that must be skipped because of a missing package. (spec: Errors; design
 * 9.4-18)
 *
 * A module needs its imports, unless its classes use them only through `optional()`, `all()` or
 * `locate()`. A class needs the classes registered for the tokens it injects.
 *
 * @param classes classes of each module of the application
 * @returns the missing package by module file
 */
export function missingPackages(classes: Classes, siblings: Siblings): Map<string, string> {
  const missing = new Map<string, string>();
  const offering = offeringModules(classes);
  for (const module of classes.keys()) {
    for (const { file, outcome } of [module, ...module.imports]) {
      if (outcome.state === 'skipped') missing.set(file, outcome.missing);
    }
  }
  const unanswered = (token: AbstractClass): string | undefined => {
    const modules = offering.get(token) ?? [];
    const reasons = modules.flatMap(({ file }) => missing.get(file) ?? []);
    return reasons.length === modules.length ? reasons[0] : undefined;
  };
  const missingIn = (type: AbstractClass | null | undefined): string | undefined =>
    type ? (missingOf(type) ?? siblings.missing(type) ?? unanswered(type)) : undefined;
  for (let found = true; found;) {
    found = false;
    for (const [module, own] of classes) {
      if (missing.has(module.file)) continue;
      const reason =
        first(own.flatMap(({ type }) => needed(type)).map(missingIn)) ??
        first([...module.imports].map((imported) => missingImport(imported, own, missing)));
      if (reason === undefined) continue;
      missing.set(module.file, reason);
      found = true;
    }
  }
  return missing;
}

/** Modules with a class for a token. */
function offeringModules(classes: Classes): Map<AbstractClass, PluginModule[]> {
  const offering = new Map<AbstractClass, PluginModule[]>();
  for (const [module, own] of classes) {
    for (const { type } of own) {
      const { as = [] } = ownFact(type, BEAN)?.options ?? {};
      for (const token of typeof as === 'function' ? [as] : as) {
        offering.set(token, [...(offering.get(token) ?? []), module]);
      }
    }
  }
  return offering;
}

/** Hard dependencies of a class: its base class, its entity and its unconditional tokens. */
function needed(type: AbstractClass): Array<AbstractClass | null | undefined> {
  const injected = (ownFact(type, BEAN)?.options.inject ?? []).filter((token) => typeof token === 'function');
  return [Object.getPrototypeOf(type) as AbstractClass | null, ownFact(type, MAPPER)?.entity, ...injected];
}

function missingImport(
  { file, exports }: PluginModule,
  importers: readonly PluginClass[],
  missing: ReadonlyMap<string, string>,
): string | undefined {
  const reason = missing.get(file);
  if (reason === undefined) return undefined;
  const exported = new Set(Object.values(exports));
  const optional = importers.flatMap(({ type }) => optionalTokens(type));
  return optional.some((token) => exported.has(token) || missingOf(token) === reason) ? undefined : reason;
}

function optionalTokens(type: AbstractClass): AbstractClass[] {
  return (ownFact(type, BEAN)?.options.inject ?? []).flatMap((token) =>
    typeof token === 'function' || token.kind === 'locateByName' ? [] : [token.token],
  );
}

const first = (reasons: ReadonlyArray<string | undefined>): string | undefined =>
  reasons.find((reason) => reason !== undefined);
