import { unknownVariables } from '../../kernel/index.ts';
import { findingsOf, type Finding } from '../finding.ts';
import type { Surroundings } from '../surroundings.ts';

/** Variables of the environment that are named as settings are, and are none. */
export function checkVariables({ environment }: Surroundings): Promise<Finding[]> {
  const { ok, warning } = findingsOf('variables');
  const names = unknownVariables(environment).join(', ');
  if (names === '') return Promise.resolve([ok('Every variable that is named as a setting is one.')]);
  const found = warning(
    'ignored',
    { names },
    {
      what: `The host ignores these variables of the environment: ${names}.`,
      why: 'They begin as settings do, and are none: what they should set keeps its default.',
      fix: 'Correct the names as docs/settings.md has them, or remove the variables.',
    },
  );
  return Promise.resolve([found]);
}
