import { onActivated, onDeactivated, onUnmounted } from 'vue';
import { createBodyParts } from './body-parts.ts';

const bodyParts = createBodyParts();

/** What Element Plus puts on the body while a dialog is open, and takes away itself. */
const OF_ELEMENT_PLUS = /^el-/;

/**
 * Notes the title and the classes of the body before a view is there (design 9.6-36).
 * @returns puts back what the view has changed. A title is put back where the address is still the same: for another page, the
 * shell has set its own already.
 */
export function notePageFrame(page: Document = document): () => void {
  const { title, body } = page;
  const path = page.location.pathname;
  const classes = new Set(body.classList);
  return () => {
    if (page.location.pathname === path && page.title !== title) page.title = title;
    const added = [...body.classList].filter((name) => !classes.has(name) && !OF_ELEMENT_PLUS.test(name));
    body.classList.remove(...added);
    body.classList.add(...[...classes].filter((name) => !OF_ELEMENT_PLUS.test(name)));
  };
}

/**
 * Puts back what the view inside the component changes of the page, each time that it leaves; use within setup.
 * @param app the view's application
 * @param show called each time that the view comes; gives what is to be called when it leaves
 */
export function usePageFrame(app: string, show: () => () => void): void {
  const enter = () => [show(), notePageFrame(), bodyParts.enter(app)];
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
