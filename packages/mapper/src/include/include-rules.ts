import { invalidXml, type MapperError } from '../xml/mapper-error.ts';

export type Properties = ReadonlyMap<string, string>;

/**
 * Limits for the includes of one statement. Fragments can double each other, so the size counts
 * too.
 */
export const INCLUDE_LIMITS = { fragments: 1_000, characters: 1_000_000, depth: 100 };

/** Counts what the includes of one statement add to it. */
export class IncludeMeter {
  #fragments = 0;
  #characters = 0;

  /** @throws MAPPER_XML_INVALID */
  addFragment(): void {
    this.#fragments += 1;
    if (this.#fragments > INCLUDE_LIMITS.fragments) {
      throw tooMuch(`include more than ${INCLUDE_LIMITS.fragments} fragments`);
    }
  }

  /** @throws MAPPER_XML_INVALID */
  addCharacters(count: number): void {
    this.#characters += count;
    if (this.#characters > INCLUDE_LIMITS.characters) {
      throw tooMuch(`add more than ${INCLUDE_LIMITS.characters} characters`);
    }
  }
}

/** Where an include stands: its namespace, the properties in force, the fragments around it. */
export class IncludePlace {
  readonly namespace: string;
  readonly properties: Properties;
  readonly #open: readonly string[];

  constructor(namespace: string, properties: Properties = new Map(), open: readonly string[] = []) {
    this.namespace = namespace;
    this.properties = properties;
    this.#open = open;
  }

  /** Whether this place is inside a fragment. */
  get isIncluded(): boolean {
    return this.#open.length > 0;
  }

  /** Full name of the fragment that a `refid` names here. */
  resolve(refid: string, meter?: IncludeMeter): string {
    const name = fillProperties(refid, this.properties, meter);
    return name.includes('.') ? name : `${this.namespace}.${name}`;
  }

  /**
   * The place inside a fragment, whose own includes know the properties of all around it.
   *
   * @param name full name of the fragment
   * @throws MAPPER_XML_INVALID for a fragment that includes itself, and for deep nesting
   */
  enter(name: string, properties: Iterable<readonly [string, string]>): IncludePlace {
    if (this.#open.includes(name)) {
      throw invalidXml(`Fragment ${name} includes itself.`, 'Remove the include.');
    }
    if (this.#open.length >= INCLUDE_LIMITS.depth) {
      throw tooMuch(`are nested deeper than ${INCLUDE_LIMITS.depth}`);
    }
    return new IncludePlace(
      name.slice(0, name.lastIndexOf('.')),
      new Map([...this.properties, ...properties]),
      [...this.#open, name],
    );
  }
}

/** Replaces `${name}` wherever a property of that name is given. */
export const fillProperties = (text: string, properties: Properties, meter?: IncludeMeter): string =>
  text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => {
    const value = properties.get(name.trim());
    meter?.addCharacters(value?.length ?? 0);
    return value ?? whole;
  });

export const fragmentMissing = (name: string, line: number): MapperError =>
  invalidXml(`Fragment ${name} does not exist (line ${line}).`, 'Correct the refid.');

const tooMuch = (what: string): MapperError =>
  invalidXml(`The includes ${what}.`, 'Check whether fragments include one another too often.');
