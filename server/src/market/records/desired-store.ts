import type { Selectable } from 'kysely';
import type { Database, HostSchema } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';

/**
 * `running`: placed, and its backend is loaded. `dormant`: placed, and not loaded, because every
 * tenant has disabled it. `removed`: no host has it.
 */
export type DesiredState = 'running' | 'dormant' | 'removed';

/** Desired state of an application on each host. (design 10.4) */
export interface Desired {
  readonly appCode: string;
  readonly version: string;
  readonly state: DesiredState;
  /** Grows by one with each committed operation. */
  readonly generation: number;
  /** Format of the row; a later version of the host may write another. (design 10.7-17) */
  readonly format: number;
}

/** Desired state that an operation commits. */
export interface DesiredChange extends Omit<Desired, 'generation' | 'format'> {
  readonly jar: string | null;
  readonly packageUrl: string | null;
  readonly frontendVersion: string | null;
  /** Null for what was not committed by a task. */
  readonly taskId: number | null;
}

/** The desired state of all applications, `app_desired`. A removed application keeps its row. */
export class DesiredStore {
  readonly #database: Database;
  /** Format that this host writes, and the latest that it reads. */
  readonly #format: number;

  constructor(database: Database, format: number) {
    this.#database = database;
    this.#format = format;
  }

  isReadable({ format }: Pick<Desired, 'format'>): boolean {
    return format <= this.#format;
  }

  /** @throws DESIRED_FORMAT_NEWER (409) for what only a later version of the host reads */
  assertReadable(desired: Pick<Desired, 'appCode' | 'format'>): void {
    const { appCode, format } = desired;
    if (!this.isReadable(desired)) throw newerFormat(appCode, format, this.#format);
  }

  async all(): Promise<Desired[]> {
    return (await this.#select().orderBy('app_code').execute()).map(desiredOf);
  }

  /** Undefined for an application that was never installed. */
  async find(appCode: string): Promise<Desired | undefined> {
    const row = await this.#select().where('app_code', '=', appCode).executeTakeFirst();
    return row && desiredOf(row);
  }

  /** Sum of all generations: it grows with each commit, in whatever order they become visible. */
  async total(): Promise<number> {
    const row = await this.#database.query
      .selectFrom('app_desired')
      .select(({ fn }) => fn.sum<number | string | null>('generation').as('total'))
      .executeTakeFirst();
    return Number(row?.total ?? 0);
  }

  /** Generation of an application; 0 before its first commit. */
  async generation(appCode: string): Promise<number> {
    const row = await this.#database.query
      .selectFrom('app_desired')
      .select('generation')
      .where('app_code', '=', appCode)
      .executeTakeFirst();
    return row?.generation ?? 0;
  }

  /**
   * Generation with which an operation begins, and which it passes to {@link commit}.
   *
   * @throws DESIRED_FORMAT_NEWER (409) once a host of a later version has written something that
   *   this one does not read
   */
  async fence(appCode: string): Promise<number> {
    for (const each of await this.all()) this.assertReadable(each);
    return this.generation(appCode);
  }

  /**
   * Commits a change; call it in the transaction of the records.
   *
   * @param fence generation that the operation began with
   * @throws OPERATION_OVERTAKEN (409) when another operation has committed since (design 10.7-6)
   */
  async commit(change: DesiredChange, fence: number): Promise<void> {
    if (fence === 0) await this.#add(change);
    else await this.#update(change.appCode, columnsOf(change), fence);
  }

  /**
   * As {@link commit}, for an operation that places nothing: the version stays what all hosts
   * should have, whatever the one has that runs the operation.
   *
   * @param fence not 0
   */
  async commitState(
    { appCode, state, taskId }: Pick<DesiredChange, 'appCode' | 'state' | 'taskId'>,
    fence: number,
  ): Promise<void> {
    await this.#update(appCode, { state, task_id: taskId }, fence);
  }

  async #add(change: DesiredChange): Promise<void> {
    if ((await this.generation(change.appCode)) !== 0) throw overtaken(change.appCode);
    await this.#database.query
      .insertInto('app_desired')
      .values({ app_code: change.appCode, generation: 1, format: this.#format, ...columnsOf(change) })
      .execute();
  }

  async #update(
    appCode: string,
    columns: Partial<ReturnType<typeof columnsOf>>,
    fence: number,
  ): Promise<void> {
    const { numUpdatedRows } = await this.#database.query
      .updateTable('app_desired')
      .set({ generation: fence + 1, format: this.#format, ...columns })
      .where('app_code', '=', appCode)
      .where('generation', '=', fence)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw overtaken(appCode);
  }

  #select() {
    return this.#database.query
      .selectFrom('app_desired')
      .select(['app_code', 'version', 'state', 'generation', 'format']);
  }
}

type DesiredRow = Pick<
  Selectable<HostSchema['app_desired']>,
  'app_code' | 'version' | 'state' | 'generation' | 'format'
>;

const desiredOf = ({ app_code, version, state, generation, format }: DesiredRow): Desired => ({
  appCode: app_code,
  version,
  state: state as DesiredState,
  generation,
  format,
});

const columnsOf = ({ version, jar, packageUrl, frontendVersion, state, taskId }: DesiredChange) => ({
  version,
  jar,
  package_url: packageUrl,
  frontend_version: frontendVersion,
  state,
  task_id: taskId,
});

/** The error of an operation that another one has overtaken. */
export const overtaken = (appCode: string): PlatformError =>
  new PlatformError({
    code: 'OPERATION_OVERTAKEN',
    status: 409,
    message: `Another operation on ${appCode} was committed while this one ran, so this one was not.`,
    fix: 'Read what is installed now, and start the operation again if it is still wanted.',
  });

const newerFormat = (appCode: string, format: number, own: number): PlatformError =>
  new PlatformError({
    code: 'DESIRED_FORMAT_NEWER',
    status: 409,
    message: `A newer host has written the desired state of ${appCode} in format ${format}. This host supports format ${own}.`,
    fix: 'Start the operation on a host of the later version, or upgrade this host.',
    details: { params: { app: appCode, format, own } },
  });
