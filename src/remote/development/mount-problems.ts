import { createApp } from 'vue';
import SourceProblems from './SourceProblems.vue';
import type { ProblemsView } from './shown-problem.ts';

/** Mounts the overlay as a Vue application of its own, so that it survives a crash of the shell. */
export function mountProblems(view: ProblemsView): () => void {
  const element = document.body.appendChild(document.createElement('div'));
  element.dataset['shell'] = 'problems';
  const app = createApp(SourceProblems, { ...view });
  app.mount(element);
  return () => {
    app.unmount();
    element.remove();
  };
}
