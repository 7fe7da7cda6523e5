import type { LoginUser } from '../auth/index.ts';
import type { AbstractClass } from '../core/index.ts';
import type { ExecuteResult } from '../job/index.ts';
import type { MessageTarget } from '../mq/index.ts';
import type { Database } from '../orm/index.ts';

/** Options of a test application. */
export interface TestApplicationOptions {
  /**
   * A folder of the project, such as `import.meta.dirname`. Its manifest, migrations and mapper
   * XML are used.
   */
  readonly root: string;
  /**
   * Classes of the application that take part: controllers, services, mappers, listeners, jobs.
   * Entities come along with their mappers. A token that none of them answers to must be in
   * `provide`.
   */
  readonly classes: readonly AbstractClass[];
  /** Replacements by token: capabilities of the host, locators, or own services. */
  readonly provide?: ReadonlyArray<readonly [AbstractClass, object]>;
  /** Site configuration by key, such as `hello.greeting`. */
  readonly config?: Readonly<Record<string, string>>;
  /** Answers the calls of `HttpClient`; without it they fail with HTTP_UNREACHABLE. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
  /** Default true: the project's migrations are run, in the order of their names. */
  readonly migrations?: boolean;
}

/** The caller. Default: user 1, `tester`, of the default tenant, without permissions. */
export interface TestUser extends Partial<LoginUser> {
  /** Rows that the caller sees of tables with `@DataScope`. Default: all. (design 12.1-5) */
  readonly sees?: {
    /** Rows of these departments, */
    readonly deptIds?: readonly number[];
    /** and those that the caller has made. */
    readonly own?: boolean;
  };
}

export interface TestRequest {
  /** Nobody is logged in without it. */
  readonly as?: TestUser;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON, unless it is text, bytes or a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestAnswer<T = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The envelope where the answer is JSON, else its text. */
  readonly body: unknown;
  /** `data` of the envelope; `{ total, rows }` for a list. */
  readonly data: T;
  /** Code of the error, such as `FORBIDDEN`; undefined for a success. */
  readonly error: string | undefined;
}

/** A message that the application sent. */
export interface RecordedMessage {
  readonly target: MessageTarget;
  readonly body: unknown;
}

export interface TestLogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Call = <T = unknown>(path: string, request?: TestRequest) => Promise<TestAnswer<T>>;

/** An application that runs for a test. */
export interface TestApplication extends AsyncDisposable {
  /** Paths as callers write them: `/hello/item/list`. */
  readonly get: Call;
  readonly post: Call;
  readonly put: Call;
  readonly patch: Call;
  readonly delete: Call;
  /** Returns the bean or capability of a token. Throws if there is none. */
  bean<T extends object>(token: AbstractClass<T>): T;
  /** Runs work as a request of a user would: with the user, and the user's tenant. */
  as<T>(user: TestUser, work: () => T): T;
  /** The tables of the migrations, empty of everything else. */
  readonly database: Database;
  /** Events that were published, by whomever, in order. */
  readonly events: readonly object[];
  /** Messages that the application sent, in order; its own listeners get them too. */
  readonly messages: readonly RecordedMessage[];
  /** Log lines of the application. */
  readonly log: readonly TestLogLine[];
  /** Publishes an event as the host does, and waits for the application's listeners. */
  publish(event: object): Promise<void>;
  /**
   * Runs a job as a task of the scheduler center does. @param tenantId default: the default
   * tenant
   */
  runJob(name: string, params?: unknown, tenantId?: string): Promise<ExecuteResult>;
  close(): Promise<void>;
}

/** The contract of a host for tests, implemented by `@platform/server/testing`. */
export interface TestHost {
  startTestApplication(options: TestApplicationOptions): Promise<TestApplication>;
}
