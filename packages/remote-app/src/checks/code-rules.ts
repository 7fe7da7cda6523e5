import { isNode, nodesOf, type AstNode } from '../vite/syntax-tree.ts';
import { chainOf, lineAt } from './program.ts';

/** A finding of a rule; without a line it concerns the whole file. */
interface Rule {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly fix: string;
  /** Whether the node violates the rule; `text` is the program, `own` its declared names. */
  readonly breaks: (node: AstNode, text: string, own: ReadonlySet<string>) => boolean;
  /** Text before the message that names the changed object. */
  readonly symbol?: (node: AstNode) => string | undefined;
}

export interface RuleBreak extends Omit<Rule, 'breaks' | 'symbol'> {
  readonly line: number;
}

/** Globals that a name may refer to. */
const ALIASED = /^(window|globalThis|self|document|((window|globalThis|self)\.)?[A-Z]\w*\.prototype)$/;
/**
 * Built-ins of the language and the page; other classes belong to libraries or the application.
 */
const BUILT_IN = new RegExp(
  `^(${[
    ...Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]\w*$/.test(name)),
    ...[
      'HTML\\w*',
      'SVG\\w*',
      'CSS\\w*',
      'DOM\\w*',
      '\\w*Element',
      '\\w*Event',
      '\\w*Observer',
      'Node(List)?',
    ],
    ...[
      'Document',
      'DocumentFragment',
      'Window',
      'Storage',
      'History',
      'Location',
      'XMLHttpRequest',
      'Range',
    ],
    ...['Selection', 'ShadowRoot', 'Text', 'Attr', 'CharacterData', 'CanvasRenderingContext2D', 'FileReader'],
  ].join('|')})$`,
);
const GLOBAL = /^(window|globalThis|self|top|parent)(\.|$)/;

const assigned = (node: AstNode): string | undefined =>
  node.type === 'AssignmentExpression'
    ? chainOf(node['left'])
    : node.type === 'UpdateExpression'
      ? chainOf(node['argument'])
      : undefined;
const called = (node: AstNode): string | undefined =>
  node.type === 'CallExpression' ? chainOf(node['callee']) : undefined;
const withoutGlobal = (chain: string | undefined): string | undefined =>
  chain?.replace(/^(window|globalThis|self)\./, '');
const firstArgument = (node: AstNode): string | undefined =>
  Array.isArray(node['arguments']) ? chainOf(node['arguments'][0]) : undefined;
/** `Object.assign(x, …)` and similar calls. */
const CHANGING = /^(Object|Reflect)\.(assign|definePropert(y|ies)|setPrototypeOf|set)$/;
/** The target of an assignment or such a call. */
const changed = (node: AstNode): string | undefined =>
  assigned(node) ?? (CHANGING.test(withoutGlobal(called(node)) ?? '') ? firstArgument(node) : undefined);
/** `Array` in `window.Array.prototype.at`; undefined if no prototype is changed. */
const changedPrototype = (node: AstNode): string | undefined =>
  /^(.+?)\.(prototype|__proto__)(\.|$)/.exec(withoutGlobal(changed(node)) ?? '')?.[1];
const imports = (node: AstNode, module: string): boolean =>
  node.type === 'ImportDeclaration' &&
  node['importKind'] !== 'type' &&
  isNode(node['source']) &&
  node['source']['value'] === module;

/** Rules for code that runs in the shell's page beside others (design 5.4, 9.6-36). */
const RULES: readonly Rule[] = [
  {
    code: 'CHECK_TITLE_WRITE',
    severity: 'error',
    message: 'The code sets the page title, which belongs to the shell.',
    fix: 'Name the menu in app.json; the shell uses it as the title.',
    breaks: (node) => withoutGlobal(assigned(node)) === 'document.title',
  },
  {
    code: 'CHECK_LOCATION_WRITE',
    severity: 'error',
    message: 'The code leaves or reloads the page, and with it every open tab.',
    fix: 'Use runtime.router.push or replace.',
    breaks: (node) =>
      /^(document\.)?location(\.(href|pathname|search|hash))?$/.test(withoutGlobal(assigned(node)) ?? '') ||
      /^(document\.)?location\.(assign|replace|reload)$/.test(withoutGlobal(called(node)) ?? ''),
  },
  {
    code: 'CHECK_WINDOW_WRITE',
    severity: 'error',
    message: 'The code writes a property of window, which the shell and all applications share.',
    fix: 'Keep it in a module, or send it through runtime.events.',
    breaks: (node) => {
      const chain = changed(node) ?? '';
      return GLOBAL.test(chain) && !/\.(document|location)\b/.test(chain) && !changedPrototype(node);
    },
    symbol: changed,
  },
  {
    code: 'CHECK_PROTOTYPE_WRITE',
    severity: 'error',
    message: 'The code changes a prototype, which the shell and all applications share.',
    fix: 'Write a function of your own.',
    // Libraries define methods of their own classes this way.
    breaks: (node, _text, own) => {
      const name = changedPrototype(node);
      return name !== undefined && BUILT_IN.test(name) && !own.has(name);
    },
    symbol: changed,
  },
  {
    code: 'CHECK_EVAL',
    severity: 'error',
    message: 'The code evaluates text, which the content security policy forbids.',
    fix: 'Write the code directly, or import it.',
    breaks: (node) =>
      withoutGlobal(called(node)) === 'eval' ||
      ((node.type === 'NewExpression' || node.type === 'CallExpression') &&
        chainOf(node['callee']) === 'Function'),
  },
  {
    code: 'CHECK_BODY_WRITE',
    severity: 'error',
    message: 'The code changes html, head or body of the page.',
    fix: 'Put elements into the view’s template; use <Teleport> or an Element Plus dialog for overlays.',
    breaks: (node) => {
      const place = /^document\.(body|head|documentElement)\./;
      const call = withoutGlobal(called(node)) ?? '';
      return (
        place.test(withoutGlobal(assigned(node)) ?? '') ||
        (place.test(call) &&
          /\.(append|appendChild|prepend|insertBefore|add|remove|toggle|setAttribute|setProperty)$/.test(
            call,
          ))
      );
    },
  },
  {
    code: 'CHECK_OWN_APP',
    severity: 'error',
    message:
      'A Vue application, router or store root of its own is made: components of the shell would not know it.',
    fix: 'Export views, and use runtime.router and runtime.pinia.',
    breaks: (node) => /^(createApp|createSSRApp|createRouter|createPinia)$/.test(called(node) ?? ''),
  },
  {
    code: 'CHECK_LISTENER_LEFT',
    severity: 'warning',
    message: 'The file adds a listener to window or document and removes none.',
    fix: 'Remove it in onUnmounted, or pass { signal } of an AbortController that runtime.onDispose aborts.',
    breaks: (node, text) =>
      /^(window|document|globalThis|self)(\.body)?\.addEventListener$|^addEventListener$/.test(
        called(node) ?? '',
      ) && !/removeEventListener|\bsignal\b/.test(text),
  },
  {
    code: 'CHECK_TIMER_LEFT',
    severity: 'warning',
    message: 'The file starts an interval and stops none.',
    fix: 'Call clearInterval in onUnmounted or runtime.onDispose.',
    breaks: (node, text) => withoutGlobal(called(node)) === 'setInterval' && !text.includes('clearInterval'),
  },
  {
    code: 'CHECK_STORAGE_DIRECT',
    severity: 'warning',
    message:
      'The browser’s storage is used directly; its names are those of every application and user of this browser.',
    fix: 'Use runtime.settings, which keeps applications, users and tenants apart.',
    breaks: (node) =>
      /^(localStorage|sessionStorage)\.(setItem|getItem|removeItem|clear)$/.test(
        withoutGlobal(called(node)) ?? '',
      ) || /^(localStorage|sessionStorage)\./.test(withoutGlobal(assigned(node)) ?? ''),
  },
  {
    code: 'CHECK_REQUEST_DIRECT',
    severity: 'warning',
    message:
      'A request goes out without the runtime: without token, address and error handling of the shell.',
    fix: 'Use runtime.request.',
    breaks: (node) => withoutGlobal(called(node)) === 'fetch' || imports(node, 'axios'),
  },
];

/** Finds all violations in a program. */
export function ruleBreaks(program: AstNode, text: string): RuleBreak[] {
  const nodes = [...nodesOf(program)];
  const own = declaredNames(nodes);
  return nodes.flatMap((node) =>
    RULES.filter(({ breaks }) => breaks(node, text, own)).map(({ code, severity, message, fix, symbol }) => {
      const named = symbol?.(node);
      return {
        code,
        severity,
        message: named === undefined ? message : `${named}: ${message}`,
        fix,
        line: lineAt(text, node.start),
      };
    }),
  );
}

/**
 * Finds violations in a source, where aliases can be followed: `const page = window` makes `page.x
 * = 1` a write to the window. Minified builds reuse names of one letter.
 */
export function sourceBreaks(program: AstNode, text: string): RuleBreak[] {
  const aliases = new Map<string, string>();
  for (const node of nodesOf(program)) {
    const { id, init } = node as unknown as { id?: AstNode; init?: unknown };
    const chain = node.type === 'VariableDeclarator' ? chainOf(init) : undefined;
    if (id?.type === 'Identifier' && chain !== undefined && ALIASED.test(chain))
      aliases.set(String(id['name']), chain);
  }
  return ruleBreaks(aliases.size === 0 ? program : (renamed(program, aliases) as AstNode), text);
}

function renamed(tree: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(tree)) return tree.map((item) => renamed(item, names));
  if (!isNode(tree)) return tree;
  const copy = Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, renamed(value, names)]));
  const name = tree.type === 'Identifier' ? names.get(String(tree['name'])) : undefined;
  return name === undefined ? copy : { ...copy, name };
}

/** Names that a program declares, which may hide globals. */
function declaredNames(nodes: readonly AstNode[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { type, id } of nodes as readonly (AstNode & { id?: unknown })[]) {
    if (/^(VariableDeclarator|(Function|Class)(Declaration|Expression))$/.test(type) && isNode(id))
      names.add(String(id['name']));
  }
  return names;
}
