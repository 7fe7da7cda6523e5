/** The result envelope of every endpoint. Success is code 200. (spec: Endpoints; design 2.2) */
export class R<T = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;

  constructor(code: number, msg: string, data: T) {
    this.code = code;
    this.msg = msg;
    this.data = data;
  }

  static ok<T = null>(data: T = null as T, msg = 'success'): R<T> {
    return new R(200, msg, data);
  }

  /** @param code HTTP status and envelope code, 400 to 599. */
  static fail(msg: string, code = 400): R<null> {
    return new R(code, msg, null);
  }
}

/** One page of rows with the total, sent as `{ code, msg, total, rows }`. */
export interface Page<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

/** The requested page. `pageNum` starts at 1, `pageSize` is at most 500. */
export interface PageQuery {
  readonly pageNum: number;
  readonly pageSize: number;
  /** Camel-case name of the column to order by. */
  readonly orderByColumn?: string;
  readonly isAsc?: boolean;
}
