import { Type } from 'typebox';
import { monitoring } from './monitoring.ts';

const text = Type.String();
const texts = Type.Array(text);
const PropertySchema = Type.Object({ value: Type.Unknown(), origin: text });
const profiles = { activeProfiles: texts, defaultProfiles: texts };

/** Effective values with their sources; secrets are masked. (design 11.2) */
export const environmentContracts = {
  all: monitoring('GET', '/actuator/env', 'Effective configuration with its sources, secrets masked', {
    response: Type.Object({
      ...profiles,
      propertySources: Type.Array(Type.Object({ name: text, properties: Type.Record(text, PropertySchema) })),
    }),
  }),
  one: monitoring('GET', '/actuator/env/:toMatch', 'One value of the configuration or the environment', {
    params: Type.Object({ toMatch: text }),
    response: Type.Object({
      property: Type.Object({ source: text, value: Type.Unknown() }),
      ...profiles,
      propertySources: Type.Array(Type.Object({ name: text, property: Type.Optional(PropertySchema) })),
    }),
  }),
};
