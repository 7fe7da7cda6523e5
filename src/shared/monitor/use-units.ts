import { useFormat } from '@platform/remote-app/ui';

/** Formats of chart values. */
export interface Units {
  number: (value: number) => string;
  bytes: (value: number) => string;
  milliseconds: (value: number) => string;
  percent: (value: number) => string;
}

/** Values with their units in the person's language. */
export function useUnits(): Units {
  const format = useFormat();
  const short = (value: number): string => format.number(Math.round(value * 10) / 10);
  return {
    number: short,
    bytes: format.bytes,
    milliseconds: (value) => (value < 10 ? `${short(value)} ms` : format.duration(value)),
    percent: (value) => `${short(value)} %`,
  };
}
