/**
 * Markdown as a text of a few lines, for lists that show a beginning only. The marks go; what they
 * enclose stays.
 */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^[ \t]*(```|~~~).*$/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[ \t]{0,3}(#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
    .replaceAll(/(\*\*|__|~~|`)/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
