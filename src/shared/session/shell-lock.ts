/** User whose shell is locked. */
export interface LockedPerson {
  readonly userName: string;
  readonly displayName: string;
}

const key = 'platform.locked';

/** Path of the page that asks for the password of a locked shell. */
export const lockedPath = '/locked';

/**
 * Keeps the lock across reloads and browser tabs. It keeps others from a screen that is left alone;
 * the session continues, and is the server's affair.
 */
export function createShellLock(storage: Storage) {
  return {
    read(): LockedPerson | undefined {
      try {
        const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
        return isPerson(value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
    set: ({ userName, displayName }: LockedPerson): void =>
      storage.setItem(key, JSON.stringify({ userName, displayName })),
    clear: (): void => storage.removeItem(key),
    /** Whether a storage event reports that another browser tab has locked or unlocked. */
    concerns: (event: StorageEvent): boolean => event.key === key,
  };
}

export type ShellLock = ReturnType<typeof createShellLock>;

function isPerson(value: unknown): value is LockedPerson {
  if (typeof value !== 'object' || value === null) return false;
  const { userName, displayName } = value as Partial<LockedPerson>;
  return typeof userName === 'string' && typeof displayName === 'string';
}
