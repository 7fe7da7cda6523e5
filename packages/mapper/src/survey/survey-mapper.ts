import { invalidXml } from '../xml/mapper-error.ts';
import { readXml } from '../xml/read-xml.ts';

/** A statement or fragment, reduced to what a check of the package needs. */
export interface SurveyedStatement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Names in `${}`. */
  readonly substituted: readonly string[];
  /** Characters of its text, and of the attributes inside it. */
  readonly length: number;
  readonly includes: readonly SurveyedInclude[];
  /** From 1. */
  readonly line: number;
}

export interface SurveyedInclude {
  readonly refid: string;
  readonly properties: ReadonlyMap<string, string>;
  /** From 1. */
  readonly line: number;
}

export interface SurveyedMapper {
  /** Undefined where the `mapper` element has none. */
  readonly namespace: string | undefined;
  readonly statements: readonly SurveyedStatement[];
}

/** Remaining capacity for all mappers of a jar; each survey lowers it. */
export interface SurveyBudget {
  /** Statements, fragments and includes. */
  elements: number;
}

const STATEMENT = new Set(['select', 'insert', 'update', 'delete', 'sql']);

/**
 * Surveys a mapper in one pass without keeping its elements, so that hostile XML costs no memory.
 *
 * @throws MAPPER_XML_INVALID as {@link readXml}, and when the budget is used up
 */
export function surveyMapper(xml: string, budget: SurveyBudget): SurveyedMapper {
  const survey = new Survey(budget);
  readXml(xml, survey);
  return { namespace: survey.namespace, statements: survey.statements };
}

interface OpenStatement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  text: string;
  readonly includes: Array<SurveyedInclude & { readonly properties: Map<string, string> }>;
}

class Survey {
  namespace: string | undefined;
  readonly statements: SurveyedStatement[] = [];
  readonly #budget: SurveyBudget;
  #depth = 0;
  #open: OpenStatement | undefined;

  constructor(budget: SurveyBudget) {
    this.#budget = budget;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    this.#depth += 1;
    if (this.#depth === 1 && name === 'mapper') this.namespace = attributes.namespace;
    if (this.#depth === 2 && STATEMENT.has(name)) {
      this.#spend();
      this.#open = { tag: name, attributes, line, text: '', includes: [] };
    } else if (this.#open) this.#inside(this.#open, name, attributes, line);
  }

  text(characters: string): void {
    if (this.#open) this.#open.text += characters;
  }

  close(): void {
    this.#depth -= 1;
    if (this.#depth !== 1 || !this.#open) return;
    const { text, ...statement } = this.#open;
    const substituted = [...text.matchAll(/\$\{([^}]*)/g)].map(([, name = '']) => name.trim());
    this.statements.push({ ...statement, substituted, length: text.length });
    this.#open = undefined;
  }

  #inside(
    statement: OpenStatement,
    name: string,
    attributes: Readonly<Record<string, string>>,
    line: number,
  ): void {
    if (name === 'include') {
      this.#spend();
      statement.includes.push({ refid: attributes.refid ?? '', properties: new Map(), line });
    } else if (name === 'property') {
      statement.includes.at(-1)?.properties.set(attributes.name ?? '', attributes.value ?? '');
    }
    // The prefix of a `trim` and the separator of a `foreach` end up in the SQL as text.
    this.text(Object.values(attributes).join(' '));
  }

  #spend(): void {
    this.#budget.elements -= 1;
    if (this.#budget.elements >= 0) return;
    throw invalidXml(
      'The mappers contain more statements and includes than an application has.',
      'Split the application.',
    );
  }
}
