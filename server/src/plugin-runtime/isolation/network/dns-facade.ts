import dns from 'node:dns';
import type { NetworkRule } from './network-rule.ts';
import type { AnyFunction } from '../any-function.ts';

/** `node:dns` for one application: resolves allowed names and cannot change the shared resolver. */
export function dnsFacade(rule: NetworkRule): typeof dns {
  const { lookups } = rule;
  return Object.freeze({
    ...guarded(dns, rule, (name, work) => lookups.callback(name, work)),
    promises: Object.freeze(guarded(dns.promises, rule, (name, work) => lookups.promise(name, work))),
  }) as unknown as typeof dns;
}

/** Makes the function of an application from what a call does. */
type Take = (name: string, work: AnyFunction) => AnyFunction;

function guarded(module: object, rule: NetworkRule, take: Take): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(module).map(([name, value]) => {
      if (/^set(Servers|DefaultResultOrder)$/.test(name)) {
        return [name, () => rule.checkUnlimited('change how every name is resolved')];
      }
      if (name === 'Resolver') return [name, guardedResolver(value as new () => object, rule)];
      if (!asksFor(name)) return [name, value];
      const work = value as AnyFunction;
      return [name, checked(takesThread(name) ? take(name, work) : work, rule)];
    }),
  );
}

const asksFor = (name: string): boolean => /^(lookup|lookupService|reverse|resolve.*)$/.test(name);

const takesThread = (name: string): boolean => /^lookup(Service)?$/.test(name);

const checked =
  (work: AnyFunction, rule: NetworkRule): AnyFunction =>
  (...args) => {
    rule.check(String(args[0]));
    return work(...args);
  };

function guardedResolver(type: new (...args: unknown[]) => object, rule: NetworkRule): object {
  const Guarded = class extends type {};
  for (const name of methodsOf(type.prototype as object).filter(asksFor)) {
    const method = (type.prototype as Record<string, AnyFunction>)[name];
    Object.defineProperty(Guarded.prototype, name, {
      value(this: object, ...args: unknown[]) {
        rule.check(String(args[0]));
        return method?.apply(this, args);
      },
    });
  }
  return Guarded;
}

function methodsOf(prototype: object | null): string[] {
  if (prototype === null || prototype === Object.prototype) return [];
  return [
    ...Object.getOwnPropertyNames(prototype),
    ...methodsOf(Object.getPrototypeOf(prototype) as object | null),
  ];
}
