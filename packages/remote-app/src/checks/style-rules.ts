import type { CheckFinding } from './finding.ts';
import { lineAt } from './program.ts';

const BARE_ELEMENT = /^(?:\*|[a-z][a-z0-9]*)(?:$|[\s>+~:,.#[])/;
const PAGE = /^(?::root|html|body)\b/;
const HOST_CLASS = /(?:^|[\s>+~])\.(?:el|shell)-[\w-]+/;

/**
 * Rules of a sheet that affect more than its views. The loader drops them at run time (design
 * 5.2); the check tells their author.
 */
export function checkStyles(file: string, css: string, scoped: boolean): CheckFinding[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const findings: CheckFinding[] = [];
  const add = (code: string, severity: 'error' | 'warning', at: number, message: string, fix: string): void =>
    void findings.push({ code, severity, file, line: lineAt(text, at), message, fix });
  for (const match of text.matchAll(/@(import|page|property)\b/g)) {
    const message = `@${match[1]} reaches the whole page, and the shell drops it.`;
    add(
      'CHECK_STYLE_AT_RULE',
      'error',
      match.index,
      message,
      'Leave it out; import a sheet from a module instead.',
    );
  }
  if (scoped) return findings;
  for (const match of text.matchAll(/([^{};@]+)\{/g)) {
    const at = match.index + match[0].search(/\S/);
    for (const selector of (match[1] ?? '').split(',').map((part) => part.trim())) {
      if (PAGE.test(selector)) {
        const message = `"${selector}" styles the page itself, which is the shell’s.`;
        add('CHECK_STYLE_PAGE', 'error', at, message, 'Style the root element of the view.');
      } else if (BARE_ELEMENT.test(selector) && !/^(?:from|to)$/.test(selector)) {
        const message = `"${selector}" has no scope: it means every such element of the application’s views.`;
        add('CHECK_STYLE_UNSCOPED', 'warning', at, message, 'Write <style scoped>, or begin with a class.');
      } else if (HOST_CLASS.test(selector)) {
        const message = `"${selector}" restyles components of the shell.`;
        add(
          'CHECK_STYLE_HOST',
          'warning',
          at,
          message,
          'Write <style scoped> with :deep(…), or set CSS variables.',
        );
      }
    }
  }
  return findings;
}
