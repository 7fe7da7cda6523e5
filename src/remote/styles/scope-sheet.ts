import { localFonts } from './local-fonts.ts';
import { localNames } from './local-names.ts';
import { familyOf } from './page-fonts.ts';
import { isVueScoped, pageAsScope, splitSelectors } from './selectors.ts';

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
/** The shell's own layers, which nobody else puts rules into. */
const SHELL_LAYERS = new Set(['base', 'element-plus', 'remote', 'shell']);
const ADDRESS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)/g;

/**
 * Wraps the rules of a remote's style sheet that Vue has not scoped in `@scope ([data-app="<code>"])`. Scoped ones stay outside,
 * so that they reach teleported popups; order is kept. All lie in the layer `remote.<code>`, above Element Plus and below the
 * shell, so that a remote can restyle components in its own views (design 5.2, 9.6-35).
 * What is said of the page, `:root` or `body`, is said of the views ({@link pageAsScope}). Names that have no scope get one ({@link localNames}, {@link localFonts}).
 * @param address address of the sheet, which relative addresses inside are resolved against
 * @param shellFonts families that the shell's own texts have, in lower case
 */
export function scopeSheet(
  rules: ArrayLike<Rule>,
  code: string,
  address: string,
  shellFonts: ReadonlySet<string> = new Set(),
): ScopedSheet {
  const dropped: string[] = [];
  const scope = `@scope ([data-app="${code}"])`;
  const text = scopeRules(rules, { scope, dropped, isGlobal: (rule) => isGlobal(rule, shellFonts) });
  const held = localFonts(localNames(absoluteAddresses(text, address), code), code);
  return { text: text && `@layer remote.${code} {\n${held}\n}`, dropped };
}

/** Whether a rule reaches what is not the application's: the whole page, the shell's layers, the fonts of its texts. */
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

/** `@media`, `@supports`, `@container`, `@layer`: the same inside. */
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
