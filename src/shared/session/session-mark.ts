/**
 * What the shell remembers of a session. The session itself is in a cookie that no script reads (design 9.8-59); this tells
 * that there is one, and tells one from another.
 */
export interface SessionMark {
  /** Name of the readable cookie whose value changing requests repeat. */
  csrfCookie: string;
  /** When it began, in milliseconds since 1970. */
  since: number;
  /** The moment after which the server no longer takes it. */
  expiresAt: number;
}

const key = 'platform.session';

/** Keeps the mark across reloads and browser tabs. Storage that is full or forbidden is treated as empty. */
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
        // The session is then known as long as this page.
      }
      return mark;
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
