import type { LicencedPart } from '@platform/host-api';

interface Component {
  readonly group?: string;
  readonly name?: string;
  readonly version?: string;
  readonly licenses?: ReadonlyArray<{
    readonly expression?: string;
    readonly license?: { readonly id?: string; readonly name?: string };
  }>;
}

/** The packages of a CycloneDX bill by name, each version once. */
export function licencesOf(bill: Readonly<Record<string, unknown>>): LicencedPart[] {
  const components = (bill['components'] ?? []) as readonly Component[];
  const parts = components.map(({ group, name = '', version = '', licenses = [] }): LicencedPart => ({
    name: group ? `${group}/${name}` : name,
    version,
    licence: licenses
      .map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '')
      .join(', '),
  }));
  const byKey = new Map(parts.map((part) => [`${part.name} ${part.version}`, part]));
  return [...byKey.values()].sort((a, b) => a.name.localeCompare(b.name));
}
