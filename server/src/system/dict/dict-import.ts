import type { Database } from '../../data/index.ts';
import {
  amongNames,
  readImport,
  type ImportCheck,
  type ImportFinding,
  type ImportLine,
} from '../shared/import/import-file.ts';
import { yesOrNo } from '../shared/import/yes-no.ts';
import type { DictData, DictDataInput } from './dict-data.ts';

/** Columns of the file, the first two required; a label in a language is `label:zh-CN`. */
const NAMES = ['value', 'label', 'colour', 'default', 'remark'] as const;
type Column = (typeof NAMES)[number] | `label:${string}`;

/** Lines of one file. */
const MOST = 1_000;
const LANGUAGE = /^label:([a-z]{2}(?:-[A-Z]{2})?)$/;
const COLOURS: ReadonlySet<string> = new Set(['', 'primary', 'success', 'warning', 'danger', 'info']);

const nameOf = amongNames(NAMES);
const columnOf = (title: string): Column | undefined =>
  nameOf(title) ?? (LANGUAGE.test(title) ? (title as Column) : undefined);

/** Adds entries of one dictionary from a CSV file: every line, or none. (design 12) */
export class DictImport {
  readonly #database: Database;
  readonly #data: DictData;

  constructor(database: Database, data: DictData) {
    this.#database = database;
    this.#data = data;
  }

  /** Reads a file and stores nothing. @throws IMPORT_TOO_LONG (400), DICT_TYPE_UNKNOWN (400) */
  async check(dictType: string, csv: string): Promise<ImportCheck> {
    const { entries, findings } = await this.#read(dictType, csv);
    return { total: entries.length, findings };
  }

  /**
   * Adds all entries of a file without findings, behind those that are there; with any, none is
   * added.
   *
   * @throws IMPORT_TOO_LONG (400), DICT_TYPE_UNKNOWN (400), DICT_VALUE_TAKEN (409)
   */
  apply(dictType: string, csv: string): Promise<ImportCheck> {
    return this.#database.transaction(async () => {
      const { entries, findings } = await this.#read(dictType, csv);
      if (findings.length === 0) await this.#data.createAll(entries);
      return { total: entries.length, findings };
    });
  }

  async #read(
    dictType: string,
    csv: string,
  ): Promise<{ entries: DictDataInput[]; findings: ImportFinding[] }> {
    await this.#data.assertType(dictType);
    const file = readImport(csv, { columnOf, required: ['value', 'label'], most: MOST });
    if (file.findings.length > 0) return { entries: [], findings: [...file.findings] };
    const known = await this.#database.query
      .selectFrom('sys_dict_data')
      .where('dict_type', '=', dictType)
      .select(['dict_value', 'dict_sort'])
      .execute();
    const last = Math.max(0, ...known.map((row) => row.dict_sort));
    const reader = new EntryReader(dictType, file.columns, new Set(known.map((row) => row.dict_value)));
    const entries = file.lines.map((line, index) => reader.read(line, last + index + 1));
    return { entries, findings: reader.findings };
  }
}

/** Turns lines into entries, and collects what is wrong with them. */
class EntryReader {
  readonly findings: ImportFinding[] = [];
  readonly #dictType: string;
  readonly #columns: readonly Column[];
  readonly #taken: ReadonlySet<string>;
  readonly #seen = new Set<string>();

  constructor(dictType: string, columns: readonly Column[], taken: ReadonlySet<string>) {
    this.#dictType = dictType;
    this.#columns = columns;
    this.#taken = taken;
  }

  read({ line, textOf }: ImportLine<Column>, dictSort: number): DictDataInput {
    const report = (column: Column, code: string): void =>
      void this.findings.push({ line, column, code, value: textOf(column) });
    const value = textOf('value');
    if (value === '' || value.length > 100) report('value', 'VALUE_INVALID');
    else if (this.#taken.has(value)) report('value', 'VALUE_TAKEN');
    else if (this.#seen.has(value)) report('value', 'VALUE_TWICE');
    this.#seen.add(value);
    const isDefault = yesOrNo(textOf('default'), false);
    if (isDefault === undefined) report('default', 'YES_NO_INVALID');
    if (!COLOURS.has(textOf('colour'))) report('colour', 'COLOUR_UNKNOWN');
    if (textOf('remark').length > 500) report('remark', 'REMARK_TOO_LONG');
    if (textOf('label') === '') report('label', 'LABEL_INVALID');
    const labels = this.#columns.filter((column) => column.startsWith('label'));
    for (const column of labels) if (textOf(column).length > 100) report(column, 'LABEL_INVALID');
    const named = labels.flatMap((column) => {
      const [, language] = LANGUAGE.exec(column) ?? [];
      return language !== undefined && textOf(column) !== '' ? [[language, textOf(column)] as const] : [];
    });
    return {
      dictType: this.#dictType,
      dictValue: value,
      dictLabel: textOf('label'),
      dictLabels: Object.fromEntries(named),
      dictSort,
      listClass: textOf('colour') || null,
      isDefault: isDefault === true,
      remark: textOf('remark') || null,
    };
  }
}
