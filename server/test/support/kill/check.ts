import { expect } from 'vitest';
import type { Operated } from './operated.ts';
import { CODES, type PlatformState } from './platform-state.ts';

interface Task {
  readonly status: string;
  readonly steps: ReadonlyArray<{ readonly name: string; readonly status: string }>;
  readonly failure: { stage: string; code: string; message: string; fix: string | null } | null;
}

/** The same, but for identifiers, which differ from run to run. */
export function expectSame(found: PlatformState, wanted: PlatformState, when: string): void {
  const { menuIds: _found, ...rest } = found;
  const { menuIds: _wanted, ...expected } = wanted;
  expect(rest, when).toEqual(expected);
}

/** Menus that were there keep their identifiers, by which roles refer to them. (spec: M3) */
export function expectIdsKept(found: PlatformState, before: PlatformState, when: string): void {
  const there = Object.entries(before.menuIds).filter(([key]) => key in found.menuIds);
  for (const [key, id] of there) expect(found.menuIds[key], `${when}: menu_id of ${key}`).toBe(id);
}

/**
 * Each application is as before or as after, with nothing left over; scripts that ran stay, whole.
 *
 * @returns whether everything is as after the operation
 */
export function expectBeforeOrAfter(
  found: PlatformState,
  before: PlatformState,
  after: PlatformState,
  when: string,
): boolean {
  expect(found.leftovers, when).toEqual([]);
  for (const code of CODES) {
    const [now, was, would] = [found, before, after].map((state) => state.applications[code]);
    expect([was, would], `${when}: ${code}`).toContainEqual(now);
  }
  expectIdsKept(found, before, when);
  const done = JSON.stringify(found.applications) === JSON.stringify(after.applications);
  if (goesDown(before, after)) expect(found.schema, when).toEqual(done ? after.schema : before.schema);
  else expectUpwards(found, before, after, when);
  return done;
}

function goesDown({ schema: before }: PlatformState, { schema: after }: PlatformState): boolean {
  return Object.entries(before.tables).some(([table, rows]) => (after.tables[table] ?? -1) < rows);
}

function expectUpwards(
  found: PlatformState,
  before: PlatformState,
  after: PlatformState,
  when: string,
): void {
  expect(found.schema.history, when).toEqual(expect.arrayContaining([...before.schema.history]));
  expect(after.schema.history, when).toEqual(expect.arrayContaining([...found.schema.history]));
  for (const [table, rows] of Object.entries(before.schema.tables))
    expect(found.schema.tables[table] ?? -1, `${when}: rows of ${table}`).toBeGreaterThanOrEqual(rows);
}

/** None runs; each that failed says where, why, and what to do. */
export async function expectTasksTell(platform: Operated, when: string): Promise<void> {
  for (const api of [platform.api, platform.other]) {
    for (const { status, steps, failure } of await api.get<Task[]>('/app/task/list?pageSize=50')) {
      expect(status, when).toMatch(/^(succeeded|failed)$/);
      const unfinished = steps.filter((step) => step.status === 'running');
      expect(unfinished, `${when}: steps of a task that ${status}`).toEqual([]);
      if (status === 'succeeded')
        expect(new Set(steps.map((step) => step.status)), when).toEqual(new Set(['succeeded']));
      else
        expect(failure, when).toMatchObject({
          message: expect.stringMatching(/\.$/) as string,
          fix: expect.stringMatching(/\.$/) as string,
        });
    }
  }
}
