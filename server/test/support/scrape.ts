import { expect } from 'vitest';

/** One series of a scrape. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\]|\\.)*",?)*)\})? (\S+)$/;

/** Reads the text format of Prometheus; a line that it does not allow fails the test. */
export function seriesOf(scrape: string): Series[] {
  return scrape
    .split('\n')
    .filter((line) => line !== '' && !/^# (HELP|TYPE) [a-zA-Z_:]/.test(line))
    .map((line) => {
      const [, name, labels = '', value] =
        LINE.exec(line) ?? expect.fail(`Not a line of Prometheus: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name: name ?? '',
        labels: Object.fromEntries(pairs.map(([, key = '', text = '']) => [key, text])),
        value: Number(value),
      };
    });
}
