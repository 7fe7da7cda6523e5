import { isVueScoped } from './selectors.ts';

/** A sheet's text with every rule held inside the application's own views. */
export interface ScopedSheet {
  text: string;
  /** Rules that were left out because they cannot be held there. */
  dropped: string[];
}

/** What a rule must have to be looked at; CSSOM classes are not asked for, so that any implementation fits. */
interface Rule {
  cssText: string;
  selectorText?: string;
  cssRules?: ArrayLike<Rule>;
}

/** At-rules that stay as they are: they style nothing until they are named. */
const NAMED_RULE = /^@(?:-webkit-)?(?:keyframes|font-face|counter-style|font-feature-values)\b/;
/** At-rules that reach the whole document. */
const GLOBAL_RULE = /^@(?:import|page|property|charset|namespace|view-transition)\b/;
const ADDRESS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)/g;

/**
 * Wraps the rules of a remote's style sheet that Vue has not scoped in `@scope ([data-app="<code>"])`. Scoped ones stay outside,
 * so that they reach teleported popups; order is kept. All lie in the layer `remote.<code>`, above Element Plus and below the
 * shell, so that a remote can restyle components in its own views (design 5.2, 9.6-35).
 * @param address address of the sheet, which relative addresses inside are resolved against
 */
export function scopeSheet(rules: ArrayLike<Rule>, code: string, address: string): ScopedSheet {
  const dropped: string[] = [];
  const text = scopeRules(rules, `@scope ([data-app="${code}"])`, dropped);
  return { text: text && `@layer remote.${code} {\n${absoluteAddresses(text, address)}\n}`, dropped };
}

function scopeRules(rules: ArrayLike<Rule>, scope: string, dropped: string[]): string {
  const output: string[] = [];
  let unscoped: string[] = [];
  const flush = () => {
    if (unscoped.length > 0) output.push(`${scope} {\n${unscoped.join('\n')}\n}`);
    unscoped = [];
  };
  for (const rule of Array.from(rules)) {
    if (GLOBAL_RULE.test(rule.cssText)) {
      dropped.push(rule.cssText);
    } else if (rule.selectorText !== undefined && !isVueScoped(rule.selectorText)) {
      unscoped.push(rule.cssText);
    } else {
      flush();
      output.push(isGroup(rule) ? scopeGroup(rule, scope, dropped) : rule.cssText);
    }
  }
  flush();
  return output.join('\n');
}

function isGroup(rule: Rule): rule is Rule & { cssRules: ArrayLike<Rule> } {
  return rule.selectorText === undefined && rule.cssRules !== undefined && !NAMED_RULE.test(rule.cssText);
}

/** `@media`, `@supports`, `@container`, `@layer`: the same inside. */
function scopeGroup(rule: Rule & { cssRules: ArrayLike<Rule> }, scope: string, dropped: string[]): string {
  const prelude = rule.cssText.slice(0, rule.cssText.indexOf('{')).trim();
  return `${prelude} {\n${scopeRules(rule.cssRules, scope, dropped)}\n}`;
}

function absoluteAddresses(text: string, base: string): string {
  return text.replace(ADDRESS, (whole, double?: string, single?: string, bare?: string) => {
    const address = double ?? single ?? bare ?? '';
    if (/^(?:data:|#|[a-z][a-z0-9+.-]*:)/i.test(address) || address === '') return whole;
    return `url("${new URL(address, base).href}")`;
  });
}
