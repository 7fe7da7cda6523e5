/** A line in a box of 100 by 30, in pieces where nothing was measured. */
export interface SparkPaths {
  readonly line: string;
  readonly area: string;
}

const WIDTH = 100;
const HEIGHT = 30;
const PAD = 2;

/** @returns empty paths without values */
export function sparkPaths(values: ReadonlyArray<number | null>): SparkPaths {
  const known = values.filter((value) => value !== null);
  const highest = Math.max(...known, 0) || 1;
  const x = (at: number): number => round((at / Math.max(1, values.length - 1)) * WIDTH);
  const y = (value: number): number => round(HEIGHT - PAD - (value / highest) * (HEIGHT - 2 * PAD));
  const pieces: Array<Array<readonly [number, number]>> = [];
  let piece: Array<readonly [number, number]> | undefined;
  for (const [at, value] of values.entries()) {
    if (value === null) {
      piece = undefined;
      continue;
    }
    if (!piece) pieces.push((piece = []));
    piece.push([x(at), y(value)]);
  }
  const drawn = (points: ReadonlyArray<readonly [number, number]>): string => {
    const path = points.map(([left, top], at) => `${at === 0 ? 'M' : 'L'}${left} ${top}`).join('');
    // A line of one point has no length, and shows with round ends only.
    return points.length === 1 ? `${path}h0` : path;
  };
  return {
    line: pieces.map(drawn).join(''),
    area: pieces
      .filter((points) => points.length > 1)
      .map((points) => `${drawn(points)}L${points.at(-1)?.[0]} ${HEIGHT}L${points[0]?.[0]} ${HEIGHT}Z`)
      .join(''),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
