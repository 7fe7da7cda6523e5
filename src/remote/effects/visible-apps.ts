/** The applications that have a visible view. */
export interface VisibleApps {
  /** Records a view that becomes visible. @returns call when it leaves */
  enter(this: void, app: string): () => void;
  /** The application of the latest view that is still visible. */
  current(this: void): string | undefined;
}

export function createVisibleApps(): VisibleApps {
  const views: { readonly app: string }[] = [];
  return {
    enter(app) {
      const view = { app };
      views.push(view);
      return () => {
        const index = views.indexOf(view);
        if (index >= 0) views.splice(index, 1);
      };
    },
    current: () => views.at(-1)?.app,
  };
}
