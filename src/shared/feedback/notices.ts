import type { InjectionKey, Ref } from 'vue';
import { inject, ref } from 'vue';

export type NoticeTone = 'good' | 'warn' | 'bad' | 'neutral';

export interface Notice {
  id: number;
  tone: NoticeTone;
  text: string;
  title?: string;
  /** The error, shown behind "Details". */
  error?: unknown;
}

/** Short messages in a corner of the frame. Failures stay until dismissed. */
export interface Notices {
  readonly shown: Readonly<Ref<readonly Notice[]>>;
  show(tone: NoticeTone, text: string, error?: unknown, title?: string): void;
  dismiss(id: number): void;
  /** Keeps notices while the pointer or the focus is on them. */
  hold(held: boolean): void;
}

const stay: Readonly<Record<NoticeTone, number>> = { good: 4000, neutral: 4000, warn: 8000, bad: 0 };
const most = 4;

export function createNotices(): Notices {
  const shown = ref<Notice[]>([]);
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let nextId = 1;

  function dismiss(id: number) {
    clearTimeout(timers.get(id));
    timers.delete(id);
    shown.value = shown.value.filter((notice) => notice.id !== id);
  }

  function schedule({ id, tone }: Notice) {
    clearTimeout(timers.get(id));
    if (stay[tone] > 0)
      timers.set(
        id,
        setTimeout(() => dismiss(id), stay[tone]),
      );
  }

  return {
    shown,
    show(tone, text, error, title) {
      const same = shown.value.find(
        (notice) => notice.text === text && notice.tone === tone && notice.title === title,
      );
      if (same) {
        schedule(same);
        return;
      }
      const notice: Notice = { id: nextId++, tone, text, error, title };
      shown.value = [...shown.value, notice];
      for (const extra of shown.value.slice(0, -most)) dismiss(extra.id);
      schedule(notice);
    },
    dismiss,
    hold(held) {
      for (const notice of shown.value) {
        if (held) clearTimeout(timers.get(notice.id));
        else schedule(notice);
      }
    },
  };
}

export const noticesKey: InjectionKey<Notices> = Symbol('notices');

export function useNotices(): Notices {
  const notices = inject(noticesKey);
  if (!notices) throw new Error('The application was mounted without noticesKey.');
  return notices;
}
