/** The parts of a menu's component; undefined when it has neither form. */
export function parseComponent(
  component: string | null | undefined,
): { kind: 'host' | 'remote'; owner: string; name: string } | undefined {
  const match = /^(host|remote):([a-z][a-z0-9-]*)\/([\w-]+)$/.exec(component ?? '');
  if (!match) return undefined;
  return { kind: match[1] as 'host' | 'remote', owner: match[2] ?? '', name: match[3] ?? '' };
}

/** Code of the application whose view a menu shows. */
export function appOfComponent(component: string | null | undefined): string | undefined {
  const target = parseComponent(component);
  return target?.kind === 'remote' ? target.owner : undefined;
}
