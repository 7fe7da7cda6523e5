import { localFonts } from './local-fonts.ts';
import { localNames } from './local-names.ts';
import { familyOf } from './page-fonts.ts';
import { isVueScoped, pageAsScope, splitSelectors } from './selectors.ts';

/** A sheet whose rules apply to the application's own views only. */
export interface ScopedSheet {
  text: string;
  /** Rules that were removed because they cannot be scoped. */
  dropped: string[];
}

export interface ScopeSheetOptions {
  /** Application code. */
  code: string;
  /** Address of the sheet, which resolves relative addresses. */
  address: string;
  /** Font families of the shell in lower case. */
  shellFonts?: ReadonlySet<string>;
  /** Whether the preset has made all names of the sheet unique. */
  uniqueNames?: boolean;
}

/** The used part of CSSOM rules, so that any implementation fits. */
interface Rule {
  cssText: string;
  selectorText?: string;
  cssRules?: ArrayLike<Rule>;
}

/** At-rules that stay unchanged, because they style nothing until they are referenced. */
const NAMED_RULE = /^@(?:-webkit-)?(?:keyframes|font-face|counter-style|font-feature-values)\b/;
/** At-rules that affect the whole document. */
const GLOBAL_RULE = /^@(?:import|page|property|charset|namespace|view-transition)\b/;
/** Layers that are reserved for the shell. */
const SHELL_LAYERS = new Set(['base', 'element-plus', 'remote', 'shell']);
const ADDRESS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)/g;

/**
 * Scopes a style sheet to the views of an application (design 5.2, 9.6-35).
 *
 * Rules that Vue has not scoped are wrapped in `@scope ([data-app="<code>"])`. Rules that it has
 * scoped stay outside, so that they reach teleported popups; the order is kept. All rules go into
 * the layer `remote.<code>`, above Element Plus and below the shell. Selectors of the page select
 * the views ( {@link pageAsScope}). Sheets of the preset already have unique names; for others,
 * {@link localNames} and {@link localFonts} add the code.
 */
export function scopeSheet(
  rules: ArrayLike<Rule>,
  { code, address, shellFonts = new Set(), uniqueNames = false }: ScopeSheetOptions,
): ScopedSheet {
  const dropped: string[] = [];
  const scope = `@scope ([data-app="${code}"])`;
  const text = scopeRules(rules, { scope, dropped, isGlobal: (rule) => isGlobal(rule, shellFonts) });
  const absolute = absoluteAddresses(text, address);
  const unique = uniqueNames ? absolute : localFonts(localNames(absolute, code), code);
  return { text: text && `@layer remote.${code} {\n${unique}\n}`, dropped };
}

/** Whether a rule affects the whole page, a layer of the shell or a font of the shell. */
function isGlobal({ cssText }: Rule, shellFonts: ReadonlySet<string>): boolean {
  if (GLOBAL_RULE.test(cssText)) return true;
  const [, layers] = /^@layer\s+([^{;]+)/.exec(cssText) ?? [];
  if (layers !== undefined)
    return splitSelectors(layers).some((name) => SHELL_LAYERS.has(name.trim().replace(/\..*$/s, '')));
  const [, family] = /^@font-face\b.*?[{;\s]font-family\s*:\s*([^;}]+)/s.exec(cssText) ?? [];
  return family !== undefined && shellFonts.has(familyOf(family));
}

interface Scoping {
  scope: string;
  dropped: string[];
  isGlobal: (rule: Rule) => boolean;
}

function scopeRules(rules: ArrayLike<Rule>, scoping: Scoping): string {
  const { scope, dropped, isGlobal } = scoping;
  const output: string[] = [];
  let unscoped: string[] = [];
  const flush = () => {
    if (unscoped.length > 0) output.push(`${scope} {\n${unscoped.join('\n')}\n}`);
    unscoped = [];
  };
  for (const rule of Array.from(rules)) {
    if (isGlobal(rule)) {
      dropped.push(rule.cssText);
    } else if (rule.selectorText !== undefined && !isVueScoped(rule.selectorText)) {
      unscoped.push(pageAsScope(rule.selectorText) + rule.cssText.slice(rule.selectorText.length));
    } else {
      flush();
      output.push(isGroup(rule) ? scopeGroup(rule, scoping) : rule.cssText);
    }
  }
  flush();
  return output.join('\n');
}

function isGroup(rule: Rule): rule is Rule & { cssRules: ArrayLike<Rule> } {
  return rule.selectorText === undefined && rule.cssRules !== undefined && !NAMED_RULE.test(rule.cssText);
}

/** Scopes the rules inside `@media`, `@supports`, `@container` or `@layer`. */
function scopeGroup(rule: Rule & { cssRules: ArrayLike<Rule> }, scoping: Scoping): string {
  const prelude = rule.cssText.slice(0, rule.cssText.indexOf('{')).trim();
  return `${prelude} {\n${scopeRules(rule.cssRules, scoping)}\n}`;
}

function absoluteAddresses(text: string, base: string): string {
  return text.replace(ADDRESS, (whole, double?: string, single?: string, bare?: string) => {
    const address = double ?? single ?? bare ?? '';
    if (/^(?:data:|#|[a-z][a-z0-9+.-]*:)/i.test(address) || address === '') return whole;
    return `url("${new URL(address, base).href}")`;
  });
}
