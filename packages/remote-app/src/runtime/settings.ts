/** Small values kept for this user and application in this browser: column widths, page sizes. */
export interface RemoteSettings {
  /** The value kept under a name, or `fallback`. */
  get<T>(name: string, fallback: T): T;
  set(name: string, value: unknown): void;
  remove(name: string): void;
}
