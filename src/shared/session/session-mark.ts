/**
 * Marks a session. The session itself is an HttpOnly cookie (design 9.8-59); the mark shows that
 * it exists and distinguishes sessions.
 */
export interface SessionMark {
  /** Name of the readable cookie whose value mutating requests send back. */
  csrfCookie: string;
  /** When it began, in milliseconds since 1970. */
  since: number;
  /** Time after which the server rejects it. */
  expiresAt: number;
}

const key = 'platform.session';

/**
 * Keeps the mark across reloads and browser tabs. Storage that is full or forbidden is treated as
 * empty.
 */
export function createSessionMarks(storage: Storage, now: () => number) {
  return {
    read(): SessionMark | undefined {
      try {
        const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
        return isSessionMark(value) && value.expiresAt > now() ? value : undefined;
      } catch {
        return undefined;
      }
    },
    write(csrfCookie: string, expiresInSeconds: number): SessionMark {
      const since = now();
      const mark = { csrfCookie, since, expiresAt: since + expiresInSeconds * 1000 };
      try {
        storage.setItem(key, JSON.stringify(mark));
      } catch {
        // Without storage, the mark lives as long as the page.
      }
      return mark;
    },
    clear(): void {
      storage.removeItem(key);
    },
    /** Whether a storage event reports a session changed by another browser tab. */
    concerns(event: StorageEvent): boolean {
      return event.key === key || event.key === null;
    },
  };
}

export type SessionMarks = ReturnType<typeof createSessionMarks>;

function isSessionMark(value: unknown): value is SessionMark {
  if (typeof value !== 'object' || value === null) return false;
  const { csrfCookie, since, expiresAt } = value as Partial<SessionMark>;
  return typeof csrfCookie === 'string' && typeof since === 'number' && typeof expiresAt === 'number';
}

/** The value of a readable cookie; `cookies` as `document.cookie` gives them. */
export function readCookie(cookies: string, name: string): string | undefined {
  for (const part of cookies.split('; ')) {
    if (part.startsWith(`${name}=`)) return part.slice(name.length + 1);
  }
  return undefined;
}
