import { shallowRef, type ShallowRef } from 'vue';
import { ApiError } from '../http/index.ts';

/** Version of the record that the person saw, sent back with an edit. */
export interface Seen {
  readonly updateTime?: string;
}

/** A field of an open form that somebody else has changed. */
export interface ChangedField {
  readonly key: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Tracks concurrent changes while a form is open. */
export interface EditConflict {
  /** The name of the person who changed it. */
  readonly by: string | null;
  readonly at: string | null;
  readonly fields: readonly ChangedField[];
}

export interface EditConflictForm<Row> {
  /** The record that the form continues from. */
  readonly base: Readonly<ShallowRef<Row | undefined>>;
  /** Conflicts that the last attempt to save has found. */
  readonly found: Readonly<ShallowRef<EditConflict | undefined>>;
  /** Fills the form from a record. */
  begin(record: Row | undefined): void;
  /** As {@link begin}; a form that was edited stays as it is. */
  follow(record: Row): void;
  /** Takes one version of a field into the form. */
  choose(key: string, value: unknown): void;
  /** Sends the form. Rejects where there is something to choose, and with any other failure. */
  save<T>(send: (seen: Seen) => Promise<T>): Promise<T>;
}

/**
 * A form of a record that others may change at the same time. What the person has typed stays; what
 * they have not touched follows the others. (design 12.1-3)
 *
 * @param form the edited data, reactive
 * @param formOf the form of a record
 */
export function useEditConflict<Row extends Seen, Form extends object>(
  form: () => Form,
  formOf: (record: Row | undefined) => Form,
): EditConflictForm<Row> {
  const base = shallowRef<Row>();
  const found = shallowRef<EditConflict>();
  const valueOf = (values: object, key: string): unknown => (values as Record<string, unknown>)[key];

  function choose(key: string, value: unknown): void {
    Object.assign(form(), { [key]: copyOf(value) });
  }

  /** Goes on from the record as it is now. @returns fields that the others have changed */
  function rebase(record: Row): ChangedField[] {
    const [before, now] = [formOf(base.value), formOf(record)];
    base.value = record;
    const fields: ChangedField[] = [];
    for (const [key, theirs] of Object.entries(now)) {
      const mine = copyOf(valueOf(form(), key));
      if (isSame(theirs, valueOf(before, key))) continue;
      if (isSame(mine, valueOf(before, key))) choose(key, theirs);
      if (!isSame(mine, theirs)) fields.push({ key, mine, theirs });
    }
    return fields;
  }

  function begin(record: Row | undefined): void {
    base.value = record;
    found.value = undefined;
    Object.assign(form(), formOf(record));
  }

  const shows = (record: Row | undefined): boolean =>
    Object.entries(formOf(record)).every(([key, value]) => isSame(value, valueOf(form(), key)));

  return {
    base,
    found,
    choose,
    begin,
    follow(record) {
      if (shows(base.value) || shows(record)) begin(record);
    },
    async save(send) {
      for (;;) {
        const { updateTime } = base.value ?? {};
        try {
          const result = await send(updateTime === undefined ? {} : { updateTime });
          found.value = undefined;
          return result;
        } catch (error) {
          const change = changeIn<Row>(error);
          if (!change) throw error;
          const fields = rebase(change.record);
          if (fields.length > 0) {
            found.value = { by: change.changedBy, at: change.changedAt, fields };
            throw error;
          }
          // Nothing that this form shows: it is sent again, on top of what the others did.
        }
      }
    },
  };
}

function changeIn<Row>(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'CHANGED_MEANWHILE') return undefined;
  return error.details as { record: Row; changedBy: string | null; changedAt: string | null };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const copyOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object' ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
