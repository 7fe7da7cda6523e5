import { createApp } from 'vue';
import SourceProblems from './SourceProblems.vue';
import type { ProblemsView } from './shown-problem.ts';

/** Puts the problems over the page, as an application of its own: they are shown also where the shell's pages fail. */
export function mountProblems(view: ProblemsView): () => void {
  const place = document.body.appendChild(document.createElement('div'));
  place.dataset['shell'] = 'problems';
  const app = createApp(SourceProblems, { ...view });
  app.mount(place);
  return () => {
    app.unmount();
    place.remove();
  };
}
