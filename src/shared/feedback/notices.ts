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
  action?: NoticeAction;
}

/** Action that a notice offers for some seconds. */
export interface NoticeAction {
  label: string;
  seconds: number;
  run: () => void;
}

/** Short messages in a corner of the frame. Failures stay until dismissed. */
export interface Notices {
  readonly shown: Readonly<Ref<readonly Notice[]>>;
  show(tone: NoticeTone, text: string, error?: unknown, title?: string): void;
  /** Says that something is done, and offers an action until its time is over. */
  offer(text: string, action: NoticeAction): void;
  dismiss(id: number): void;
  /** Keeps notices while the pointer or the focus is on them, except what is offered for a time. */
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

  function add(content: Omit<Notice, 'id'>): Notice {
    const notice: Notice = { id: nextId++, ...content };
    shown.value = [...shown.value, notice];
    for (const extra of shown.value.slice(0, -most)) dismiss(extra.id);
    return notice;
  }

  return {
    shown,
    show(tone, text, error, title) {
      const same = shown.value.find(
        (notice) => !notice.action && notice.text === text && notice.tone === tone && notice.title === title,
      );
      if (same) {
        schedule(same);
        return;
      }
      schedule(add({ tone, text, error, title }));
    },
    offer(text, action) {
      const { id } = add({ tone: 'good', text, action });
      timers.set(
        id,
        setTimeout(() => dismiss(id), action.seconds * 1000),
      );
    },
    dismiss,
    hold(held) {
      for (const notice of shown.value) {
        if (notice.action) continue;
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
