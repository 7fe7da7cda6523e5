/** Types of the part that tests use; the package has none of its own. */
declare module 's3rver' {
  interface Options {
    readonly address: string;
    readonly port: number;
    readonly silent: boolean;
    readonly directory: string;
    readonly configureBuckets: ReadonlyArray<{ readonly name: string; readonly configs: readonly string[] }>;
  }

  interface Context {
    readonly method: string;
    readonly path: string;
    status: number;
    body: unknown;
  }

  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;

  export default class S3rver {
    /** Each is given the request before those after it. */
    readonly middleware: Middleware[];
    constructor(options: Options);
    readonly httpServer: { closeAllConnections(): void };
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
