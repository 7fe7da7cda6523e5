import { fillProperties, fragmentMissing, IncludeMeter, IncludePlace } from '../include/include-rules.ts';
import { invalidXml } from '../xml/mapper-error.ts';
import { inStatement } from '../xml/in-statement.ts';
import type { SurveyedMapper, SurveyedStatement } from './survey-mapper.ts';

/** Maximum number of includes followed for one jar. */
const MAX_STEPS = 100_000;

/** Finds statements that put text into SQL, following includes through all mappers of a jar. */
export class SubstitutionSearch {
  /** By full name; several where each is for one database. */
  readonly #fragments = new Map<string, SurveyedStatement[]>();
  #steps = 0;

  constructor(mappers: readonly SurveyedMapper[]) {
    for (const { namespace = '', statements } of mappers) {
      for (const statement of statements.filter(({ tag }) => tag === 'sql')) {
        const name = `${namespace}.${statement.attributes.id ?? ''}`;
        const variants = this.#fragments.get(name);
        if (variants) variants.push(statement);
        else this.#fragments.set(name, [statement]);
      }
    }
  }

  /**
   * Whether a statement contains `${}`, itself or through a fragment that lacks that property.
   *
   * @throws MAPPER_XML_INVALID for a missing fragment, a cycle, and for more than a host accepts
   */
  substitutes(namespace: string, statement: SurveyedStatement): boolean {
    const { line, attributes } = statement;
    return inStatement({ id: attributes.id ?? '', line }, () => this.#search(namespace, statement));
  }

  #search(namespace: string, statement: SurveyedStatement): boolean {
    const meter = new IncludeMeter();
    const pending = [{ body: statement, place: new IncludePlace(namespace) }];
    let found = false;
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { body, place } = next;
      const { properties } = place;
      if (place.isIncluded) meter.addCharacters(body.length);
      for (const name of body.substituted) {
        const value = properties.get(name);
        meter.addCharacters(value?.length ?? 0);
        found ||= value === undefined;
      }
      for (const include of body.includes) {
        const name = place.resolve(include.refid, meter);
        const variants = this.#fragments.get(name);
        if (!variants) throw fragmentMissing(name, include.line);
        const values = [...include.properties].map(
          ([key, value]) => [key, fillProperties(value, properties, meter)] as const,
        );
        const inside = place.enter(name, values);
        for (const body of variants) {
          this.#step();
          meter.addFragment();
          pending.push({ body, place: inside });
        }
      }
    }
    return found;
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps <= MAX_STEPS) return;
    throw invalidXml(
      `The mappers of the jar include fragments more than ${MAX_STEPS} times.`,
      'Check whether fragments include one another too often.',
    );
  }
}
