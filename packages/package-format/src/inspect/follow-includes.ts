import { INCLUDE_LIMITS } from '@platform/mapper';
import type { MapperStatement, MapperXml } from './mapper-xml.ts';

interface Fragment {
  readonly namespace: string;
  readonly statement: MapperStatement;
}

/** By `<namespace>.<id>`; several where they are for several databases. */
export type Fragments = ReadonlyMap<string, readonly Fragment[]>;

/** Of all statements of a jar. */
const MAX_STEPS = 100_000;

/** The fragments of all mappers of a jar. */
export function collectFragments(mappers: readonly MapperXml[]): Fragments {
  const fragments = new Map<string, Fragment[]>();
  for (const { namespace = '', statements } of mappers) {
    for (const statement of statements.filter(({ tag }) => tag === 'sql')) {
      const name = `${namespace}.${statement.attributes.id ?? ''}`;
      const alike = fragments.get(name);
      if (alike) alike.push({ namespace, statement });
      else fragments.set(name, [{ namespace, statement }]);
    }
  }
  return fragments;
}

/** Follows includes through the files of a jar. */
export class IncludeFollower {
  readonly #fragments: Fragments;
  #steps = 0;

  constructor(fragments: Fragments) {
    this.#fragments = fragments;
  }

  /**
   * Whether a statement puts text into SQL, itself or by a fragment that is not given the property of that name.
   * @throws Error where an include leads nowhere, in a circle, or to more than a host takes
   */
  substitutes(namespace: string, statement: MapperStatement): boolean {
    const none: ReadonlyMap<string, string> = new Map();
    const pending = [{ namespace, body: statement, given: none, open: [] as readonly string[] }];
    const refuse = (what: string): never => {
      throw new Error(`<${statement.tag} id="${statement.attributes.id ?? ''}">: ${what}`);
    };
    let found = false;
    let fragments = 0;
    let characters = 0;
    const filled = (text: string, given: ReadonlyMap<string, string>): string =>
      text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => {
        const value = given.get(name.trim());
        characters += value?.length ?? 0;
        if (characters > INCLUDE_LIMITS.characters)
          refuse(`its includes bring more than ${INCLUDE_LIMITS.characters} characters`);
        return value ?? whole;
      });
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { body, given, open } = next;
      for (const name of body.substituted) {
        found ||= !given.has(name) || (given.get(name) ?? '').includes('${');
        characters += given.get(name)?.length ?? 0;
      }
      characters += body.length;
      if (open.length > 0 && characters > INCLUDE_LIMITS.characters)
        refuse(`its includes bring more than ${INCLUDE_LIMITS.characters} characters`);
      for (const { refid, properties } of body.includes) {
        const reference = filled(refid, given);
        const name = reference.includes('.') ? reference : `${next.namespace}.${reference}`;
        if (open.includes(name)) refuse(`the fragment ${name} includes itself without end`);
        if (open.length >= INCLUDE_LIMITS.depth)
          refuse(`fragments lie in one another, deeper than ${INCLUDE_LIMITS.depth}`);
        const variants = this.#fragments.get(name) ?? refuse(`the fragment ${name} is not there`);
        const values = [...properties].map(([key, value]) => [key, filled(value, given)] as const);
        for (const variant of variants) {
          if (++fragments > INCLUDE_LIMITS.fragments || ++this.#steps > MAX_STEPS)
            refuse('its fragments include one another too often');
          pending.push({
            namespace: variant.namespace,
            body: variant.statement,
            given: new Map([...given, ...values]),
            open: [...open, name],
          });
        }
      }
    }
    return found;
  }
}
