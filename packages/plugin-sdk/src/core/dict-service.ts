/** One entry of a dictionary. */
export interface DictItem {
  readonly label: string;
  readonly value: string;
  readonly order: number;
  readonly isDefault: boolean;
}

/** Reads dictionaries. Types of an application are named `<code>_*`. (design 9.1-8, 9.7-51) */
export abstract class DictService {
  /** The enabled entries of a type in their order; none for an unknown type. */
  abstract list(type: string): Promise<readonly DictItem[]>;
  abstract label(type: string, value: string): Promise<string | undefined>;
}
