import { applicationFrame } from './application-frame.ts';
import type { Findings } from './examination.ts';

/** Share of the samples that the application has; others are served meanwhile. */
const MOST = 2 / 3;
/** Share of its later samples that show work which lasts. */
const NEARLY_ALL = 0.9;
/** Fewer prove nothing. */
const FEWEST = 3;

/**
 * The sample that shows what keeps the event loop busy, if that is one application's work which
 * lasts.
 *
 * Many requests make a loop as busy, and the application that they ask for is then in each sample
 * without being at fault. Therefore its work in the later half of the samples has to be that of the
 * earlier half: of the same requests, or of none, such as a timer. Where more requests have begun
 * such work than samples show twice, it lasts if they are answered and older than the limit: those
 * of an overloaded host are as old, but wait for their answer.
 *
 * @param samples what ran at moments spread over a time, in their order
 * @param limitMs age of an answered request from which on its work lasts, in milliseconds
 */
export function floodingWork(samples: readonly Findings[], limitMs: number): Findings | undefined {
  const culprits = samples.map(applicationOf);
  const culprit = mostFrequent(culprits);
  const own = samples.filter((_, index) => culprits[index] === culprit);
  if (culprit === undefined || own.length < Math.max(FEWEST, MOST * samples.length)) return undefined;
  const middle = Math.floor(own.length / 2);
  const earlier = new Set(own.slice(0, middle).map(workOf));
  const later = own.slice(middle);
  const lasting = later.filter((sample) => earlier.has(workOf(sample)) || outlivedMsOf(sample) >= limitMs);
  if (lasting.length < NEARLY_ALL * later.length) return undefined;
  const place = mostFrequent(own.map(placeOf));
  return own.find((sample) => placeOf(sample) === place) ?? own[0];
}

const workOf = ({ underWay }: Findings): number => underWay?.work ?? 0;

const outlivedMsOf = ({ underWay }: Findings): number => underWay?.outlivedMs ?? 0;

const applicationOf = ({ frames, underWay }: Findings): string | undefined =>
  applicationFrame(frames)?.appCode ?? underWay?.application;

/** Its function: the line within it is chance. */
function placeOf({ frames }: Findings): string | undefined {
  const { frame } = applicationFrame(frames) ?? {};
  return frame && `${frame.url} ${frame.function}`;
}

function mostFrequent<T>(values: ReadonlyArray<T | undefined>): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
