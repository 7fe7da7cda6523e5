/** A point in time as the database has it, whatever form a request gave it. */
export const timestampOf = (text: string): string => new Date(text).toISOString();

/** The day (UTC) of a point in time, `2026-01-31`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const DAY = 24 * 60 * 60 * 1000;

export const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * DAY);

export const minutesBefore = (time: Date, minutes: number): Date =>
  new Date(time.getTime() - minutes * 60 * 1000);
