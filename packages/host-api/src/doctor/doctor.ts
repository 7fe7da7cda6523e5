import { Type } from 'typebox';
import { contract, oneOf, Time, type DataOf } from '../contract/index.ts';

/** One result of an examination of the platform. */
export const DoctorFindingSchema = Type.Object({
  check: Type.String({ description: 'What was examined, such as disk' }),
  state: Type.String({ description: 'What was found; unique within the check' }),
  severity: oneOf('error', 'warning', 'ok'),
  facts: Type.Record(Type.String(), Type.String(), { description: 'The values in the texts' }),
  what: Type.String(),
  why: Type.Optional(Type.String({ description: 'Why it matters; absent where all is well' })),
  fix: Type.Optional(Type.String({ description: 'What to do; absent where all is well' })),
});

export const DoctorReportSchema = Type.Object({
  time: Time,
  platformVersion: Type.String(),
  findings: Type.Array(DoctorFindingSchema, { description: 'Errors first, then warnings' }),
});

/** `/system/doctor`: what would stop or endanger this platform. (design 11.6) */
export const doctorContracts = {
  examine: contract({
    method: 'GET',
    url: '/system/doctor',
    auth: 'monitor:doctor:list',
    summary: 'Examine the platform: findings with reason and remedy',
    schema: { response: DoctorReportSchema },
  }),
};

export type DoctorFinding = DataOf<typeof DoctorFindingSchema>;
export type DoctorReport = DataOf<typeof DoctorReportSchema>;
