/** A token with the moment (milliseconds since 1970) after which the server no longer takes it. */
export interface StoredToken {
  token: string;
  expiresAt: number;
}

const key = 'platform.session';

/** Keeps the session's token across reloads and browser tabs. Storage that is full or forbidden is treated as empty. */
export function createTokenStorage(storage: Storage, now: () => number) {
  return {
    read(): StoredToken | undefined {
      try {
        const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
        return isStoredToken(value) && value.expiresAt > now() ? value : undefined;
      } catch {
        return undefined;
      }
    },
    write(token: string, expiresInSeconds: number): void {
      try {
        storage.setItem(key, JSON.stringify({ token, expiresAt: now() + expiresInSeconds * 1000 }));
      } catch {
        // The session then lasts as long as this page.
      }
    },
    clear(): void {
      storage.removeItem(key);
    },
    /** True for the storage event by which another browser tab tells of a changed session. */
    concerns(event: StorageEvent): boolean {
      return event.key === key || event.key === null;
    },
  };
}

export type TokenStorage = ReturnType<typeof createTokenStorage>;

function isStoredToken(value: unknown): value is StoredToken {
  if (typeof value !== 'object' || value === null) return false;
  const { token, expiresAt } = value as Partial<StoredToken>;
  return typeof token === 'string' && typeof expiresAt === 'number';
}
