import { Type } from 'typebox';
import { monitoring } from './monitoring.ts';

const LinksSchema = Type.Object({
  _links: Type.Record(Type.String(), Type.Object({ href: Type.String(), templated: Type.Boolean() })),
});

const text = Type.String();

export const actuatorContracts = {
  links: monitoring('GET', '/actuator', 'Addresses of the monitoring endpoints', { response: LinksSchema }),
  info: monitoring('GET', '/actuator/info', 'Version, process and machine of this host', {
    response: Type.Object({
      build: Type.Object({ name: text, artifact: text, version: text }),
      platform: Type.Object({ edition: text, host: text, development: Type.Boolean() }),
      process: Type.Object({ pid: Type.Integer(), startTime: text, uptimeSeconds: Type.Integer() }),
      workers: Type.Array(
        Type.Object({
          number: Type.Integer({ description: 'As ?worker= of dumps and profiles takes it' }),
          pid: Type.Optional(Type.Integer()),
          host: Type.Optional(text),
          startTime: Type.Optional(text),
          answers: Type.Boolean({ description: 'It answers the one that was asked; false while it starts' }),
        }),
        { description: 'Workers of this machine' },
      ),
      node: Type.Object({ version: text, v8: text }),
      os: Type.Object({ name: text, version: text, arch: text }),
      applications: Type.Record(text, text),
    }),
  }),
};
