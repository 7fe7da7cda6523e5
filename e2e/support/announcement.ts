/** A value that the global set-up hands to the workers, which inherit its environment. */
export class Announcement<Value> {
  readonly #variable: string;

  constructor(variable: string) {
    this.#variable = variable;
  }

  make(value: Value): void {
    process.env[this.#variable] = JSON.stringify(value);
  }

  /** @throws Error when the global set-up has made none. */
  read(): Value {
    const announced = process.env[this.#variable];
    if (announced === undefined) throw new Error(`The global set-up has not set ${this.#variable}.`);
    return JSON.parse(announced) as Value;
  }
}
