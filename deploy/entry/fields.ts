export type Environment = Readonly<Record<string, string | undefined>>;

/** A value that is not empty, with the field that it comes from. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

interface OneOptions {
  /** A password, which is kept byte for byte. */
  readonly secret?: boolean;
}

/** The fields of the install form, as environment variables, and the problems with them. */
export class Fields {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Without blanks, quotes and carriage returns around it. */
  text(name: string): Field | undefined {
    const value = trimmed(this.#environment[name] ?? '');
    return value === '' ? undefined : { name, value };
  }

  /** Byte for byte: quotes and blanks may belong to a password. */
  secret(name: string): Field | undefined {
    const value = this.#environment[name] ?? '';
    return value === '' ? undefined : { name, value };
  }

  /** A value that has several names. All may be filled, with the same. */
  one(names: readonly string[], { secret = false }: OneOptions = {}): Field | undefined {
    const filled = names.flatMap((name) => (secret ? this.secret(name) : this.text(name)) ?? []);
    const [first, ...others] = filled;
    const other = others.find(({ value }) => value !== first?.value);
    if (first && other) this.contradict(first.name, other.name);
    return first;
  }

  /** Notes that two fields name the same thing differently. Values may be secret. */
  contradict(one: string, other: string): void {
    this.problems.push(`${one} and ${other} name the same thing and differ: empty one of them.`);
  }

  /** A port, or undefined where the field is empty or wrong, which is noted. */
  port(name: string): number | undefined {
    const field = this.text(name);
    return field && this.portOf(field);
  }

  portOf({ name, value }: Field): number | undefined {
    const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
    if (port >= 1 && port <= 65_535) return port;
    this.problems.push(`${name} has the port ${value}, which is not a number from 1 to 65535.`);
    return undefined;
  }
}

/** Text pasted into a form may have blanks, a carriage return, or quotes around it. */
export function trimmed(value: string): string {
  const bare = value.trim();
  const quoted = /^(["'])(.*)\1$/s.exec(bare);
  return quoted ? (quoted[2] ?? '').trim() : bare;
}
