/**
 * Whether two reports describe the same surface.
 *
 * The compiler orders members of unions by the order in which it met them, which differs between a
 * build from nothing and an incremental one. So each declaration is compared by its words in
 * alphabetical order.
 * It also keeps the quotes of the source or prints its own, depending on what it checked first.
 */
export function isSameSurface(one: string, other: string): boolean {
  return canonical(one) === canonical(other);
}

function canonical(report: string): string {
  return report
    .split('\n\n')
    .map((declaration) => (declaration.replaceAll("'", '"').match(/[\w$]+|[^\s\w$]/g) ?? []).sort().join(' '))
    .join('\n');
}
