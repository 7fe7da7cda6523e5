/** Small values for this user, application and browser, such as column widths. */
export interface RemoteSettings {
  /** Returns a stored value, or `fallback`. */
  get<T>(name: string, fallback: T): T;
  set(name: string, value: unknown): void;
  remove(name: string): void;
}
