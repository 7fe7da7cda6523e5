import { onActivated, onDeactivated, onUnmounted } from 'vue';
import type { BodyParts } from './body-parts.ts';

/** Element Plus adds these classes while a dialog is open, and removes them itself. */
const ELEMENT_PLUS_CLASS = /^el-/;

/**
 * Records title and body classes before a view is shown (design 9.6-36).
 * @returns restores what the view changed; the title only while the address is the same, because
 * the shell sets the title of the next page before the view leaves
 */
export function recordPageFrame(page: Document = document): () => void {
  const { title, body } = page;
  const path = page.location.pathname;
  const classes = new Set(body.classList);
  return () => {
    if (page.location.pathname === path && page.title !== title) page.title = title;
    const added = [...body.classList].filter((name) => !classes.has(name) && !ELEMENT_PLUS_CLASS.test(name));
    body.classList.remove(...added);
    body.classList.add(...[...classes].filter((name) => !ELEMENT_PLUS_CLASS.test(name)));
  };
}

export interface PageFrameOptions {
  /** Application code. */
  app: string;
  bodyParts: BodyParts;
  /** Runs each time the view becomes visible; returns what to run when it leaves. */
  onShow: () => () => void;
}

/** Restores the page each time the view of this component leaves; use within setup. */
export function usePageFrame({ app, bodyParts, onShow }: PageFrameOptions): void {
  const enter = () => [onShow(), recordPageFrame(), bodyParts.enter(app)];
  let entered: readonly (() => void)[] | undefined = enter();
  const leave = () => {
    for (const undo of entered ?? []) undo();
    entered = undefined;
  };
  onActivated(() => {
    entered ??= enter();
  });
  onDeactivated(leave);
  onUnmounted(leave);
}
