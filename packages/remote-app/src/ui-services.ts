import type { InjectionKey, Ref } from 'vue';
import type { RemoteConfirm, RemoteMessage } from './runtime/feedback.ts';

/** An error in words for people. */
export interface ErrorText {
  readonly message: string;
  readonly fix: string | undefined;
  /** Stable code; `UNEXPECTED` for a value that is no error of a request. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly findings: readonly ErrorFinding[];
  /** Fields of the request that the server refuses; a form marks them. */
  readonly fields?: readonly ErrorField[];
}

/** A field that the server refuses, by its name in the body of the request. */
export interface ErrorField {
  readonly name: string;
  readonly message: string;
}

/** One of several causes that the server names. */
export interface ErrorFinding {
  readonly message: string;
  readonly entry?: string;
  readonly fix?: string;
}

export const densities = ['comfortable', 'default', 'compact'] as const;

/** Height of a table's rows: 44, 40 or 32 px. */
export type Density = (typeof densities)[number];

/** A list narrowed and ordered, under a name. */
export interface SavedView {
  name: string;
  filters: Record<string, string | number | boolean>;
  sort?: { column: string; direction: 'asc' | 'desc' } | undefined;
}

/** Table settings of a person, kept by the shell. Reactive, and written to by the parts. */
export interface TableSettings {
  density: Density;
  /** Keys of hidden columns, by table id. */
  hiddenColumns: Record<string, string[]>;
  /** Rows a page, by table id. */
  pageSizes: Record<string, number>;
  /** Saved views by table id; a shell without them offers none. */
  views?: Record<string, SavedView[]>;
}

/** Services that the parts of `@platform/remote-app/ui` need from the page around them. */
export interface UiServices {
  /** The shell's locale, such as `en-US`. */
  readonly locale: Readonly<Ref<string>>;
  /** IANA name of the zone that times are shown in; none: the browser's. */
  readonly timeZone?: Readonly<Ref<string | undefined>>;
  /** Milliseconds since 1970, advanced every few seconds for all relative times at once. */
  readonly now: Readonly<Ref<number>>;
  readonly confirm: RemoteConfirm;
  readonly message: RemoteMessage;
  readonly tables: TableSettings;
  /** Words for any thrown value, in the person's language. */
  readonly describeError: (error: unknown) => ErrorText;
}

/**
 * Provided once by the shell, for its own pages and for those of applications. The key is global,
 * because every application bundles its own copy of the parts.
 */
export const uiServicesKey: InjectionKey<UiServices> = Symbol.for('platform.ui-services');
