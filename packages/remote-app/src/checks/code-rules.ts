import { chainOf, isNode, lineAt, nodesOf, type AstNode } from './program.ts';

/** What a rule says about a node; a rule without a line is about the file. */
interface Rule {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly fix: string;
  /** Whether the node breaks the rule; `text` is the whole program. */
  readonly breaks: (node: AstNode, text: string) => boolean;
}

export interface RuleBreak extends Omit<Rule, 'breaks'> {
  readonly line: number;
}

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
const imports = (node: AstNode, module: string): boolean =>
  node.type === 'ImportDeclaration' &&
  node['importKind'] !== 'type' &&
  isNode(node['source']) &&
  node['source']['value'] === module;

/** What code of a remote must leave alone, because it runs in the shell's page beside others (design 5.4, 9.6-36). */
const RULES: readonly Rule[] = [
  {
    code: 'CHECK_TITLE_WRITE',
    severity: 'error',
    message: 'The title of the page is set: it is the shell’s, which shows the tab’s name there.',
    fix: 'Name the menu in app.json; the shell takes the title from it.',
    breaks: (node) => withoutGlobal(assigned(node)) === 'document.title',
  },
  {
    code: 'CHECK_LOCATION_WRITE',
    severity: 'error',
    message: 'The page is left or loaded anew, and with it every open tab.',
    fix: 'Use runtime.router.push or replace.',
    breaks: (node) =>
      /^(document\.)?location(\.(href|pathname|search|hash))?$/.test(withoutGlobal(assigned(node)) ?? '') ||
      /^(document\.)?location\.(assign|replace|reload)$/.test(withoutGlobal(called(node)) ?? ''),
  },
  {
    code: 'CHECK_WINDOW_WRITE',
    severity: 'error',
    message: 'A property of window is written, which the shell and every other application share.',
    fix: 'Keep it in a module, or send it through runtime.events.',
    breaks: (node) => {
      const chain = assigned(node) ?? '';
      return GLOBAL.test(chain) && !/\.(document|location)\b/.test(chain);
    },
  },
  {
    code: 'CHECK_PROTOTYPE_WRITE',
    severity: 'error',
    message: 'A prototype is changed, for the shell and every other application too.',
    fix: 'Write a function of your own.',
    breaks: (node) =>
      /\.(prototype|__proto__)(\.|$)/.test(assigned(node) ?? '') ||
      (/^(Object|Reflect)\.(assign|definePropert(y|ies)|setPrototypeOf)$/.test(called(node) ?? '') &&
        /\.prototype$/.test(firstArgument(node) ?? '')),
  },
  {
    code: 'CHECK_EVAL',
    severity: 'error',
    message: 'Text is run as code, which a content security policy forbids.',
    fix: 'Write the code itself, or import it.',
    breaks: (node) =>
      withoutGlobal(called(node)) === 'eval' ||
      ((node.type === 'NewExpression' || node.type === 'CallExpression') &&
        chainOf(node['callee']) === 'Function'),
  },
  {
    code: 'CHECK_BODY_WRITE',
    severity: 'error',
    message: 'The page’s own html, head or body is changed.',
    fix: 'Put elements into the view’s template; use <Teleport> or an Element Plus dialog for what floats.',
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
    fix: 'Export views; runtime.router and runtime.pinia are there for the rest.',
    breaks: (node) => /^(createApp|createSSRApp|createRouter|createPinia)$/.test(called(node) ?? ''),
  },
  {
    code: 'CHECK_LISTENER_LEFT',
    severity: 'warning',
    message: 'A listener on window or document is added, and none is removed in this file.',
    fix: 'Remove it in onUnmounted, or pass { signal } of an AbortController that runtime.onDispose aborts.',
    breaks: (node, text) =>
      /^(window|document|globalThis|self)(\.body)?\.addEventListener$|^addEventListener$/.test(
        called(node) ?? '',
      ) && !/removeEventListener|\bsignal\b/.test(text),
  },
  {
    code: 'CHECK_TIMER_LEFT',
    severity: 'warning',
    message: 'An interval is started, and none is stopped in this file.',
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

/** Every place of a program that breaks a rule. */
export function ruleBreaks(program: AstNode, text: string): RuleBreak[] {
  return [...nodesOf(program)].flatMap((node) =>
    RULES.filter(({ breaks }) => breaks(node, text)).map(({ code, severity, message, fix }) => ({
      code,
      severity,
      message,
      fix,
      line: lineAt(text, node.start),
    })),
  );
}
