import { oneOf, type DataOf } from '../contract/index.ts';

export const SignatureStateSchema = oneOf('signed', 'unsigned', 'invalid', 'unverifiable');

export type SignatureState = DataOf<typeof SignatureStateSchema>;
