/** Which applications have a view in sight. */
export interface Sight {
  /** A view comes. @returns to be called when it leaves */
  enter(this: void, app: string): () => void;
  /** The application whose view came last and is still there. */
  current(this: void): string | undefined;
}

export function createSight(): Sight {
  const visits: { readonly app: string }[] = [];
  return {
    enter(app) {
      const visit = { app };
      visits.push(visit);
      return () => {
        const place = visits.indexOf(visit);
        if (place >= 0) visits.splice(place, 1);
      };
    },
    current: () => visits.at(-1)?.app,
  };
}
