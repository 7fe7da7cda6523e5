/** Milliseconds between looks at the clock, and between notes of what the person does. */
const STEP_MS = 10_000;

const key = 'platform.active';
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

interface IdleOptions {
  /** Shared by the browser's tabs: what the person does in one counts in all. */
  readonly storage: Storage;
  readonly now: () => number;
  /** Minutes; 0 never. */
  readonly lockAfter: () => number;
  /** Whether input would be lost: the lock waits for it. */
  readonly unsaved: () => boolean;
  readonly lock: () => void;
}

/**
 * Locks the shell when nobody has touched it for as long as the person has set. @returns ends it
 */
export function followIdle({ storage, now, lockAfter, unsaved, lock }: IdleOptions): () => void {
  let noted = 0;

  function note(): void {
    if (now() - noted < STEP_MS) return;
    noted = now();
    storage.setItem(key, String(noted));
  }

  function look(): void {
    const minutes = lockAfter();
    const active = Math.max(noted, Number(storage.getItem(key) ?? 0));
    if (minutes > 0 && now() - active >= minutes * 60_000 && !unsaved()) lock();
  }

  note();
  const timer = setInterval(look, STEP_MS);
  for (const sign of signs) window.addEventListener(sign, note, { capture: true, passive: true });
  // A computer that wakes up has not counted.
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    for (const sign of signs) window.removeEventListener(sign, note, { capture: true });
    document.removeEventListener('visibilitychange', look);
  };
}
