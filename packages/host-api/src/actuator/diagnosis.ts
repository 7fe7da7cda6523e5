import { Type } from 'typebox';
import { contract, OpenObject } from '../contract/index.ts';
import { monitoring } from './monitoring.ts';

const text = Type.String();
const worker = Type.Optional(
  Type.Integer({ minimum: 1, description: 'Number of a worker of this machine; any without it' }),
);

/** The log file, dumps and profiles. (spec: Endpoints/GET /actuator/logfile; design 11.2) */
export const diagnosisContracts = {
  logfile: contract({
    method: 'GET',
    url: '/actuator/logfile',
    auth: 'monitoring',
    summary: 'sys-console.log, or its last lines; accepts Range',
    schema: {
      query: Type.Object({ lines: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
    },
    produces: 'text/plain',
  }),
  threadDump: monitoring('GET', '/actuator/threaddump', 'What keeps the process busy', {
    query: Type.Object({ worker }),
    response: Type.Object({
      threads: Type.Array(OpenObject),
      eventLoop: Type.Object({
        utilization: Type.Number(),
        delayMs: Type.Object({ mean: Type.Number(), p99: Type.Number(), max: Type.Number() }),
      }),
      activeResources: Type.Record(text, Type.Integer()),
    }),
  }),
  heapDump: contract({
    method: 'GET',
    url: '/actuator/heapdump',
    auth: 'monitoring',
    summary: 'A heap snapshot for the developer tools of a browser. It contains secrets in use',
    schema: { query: Type.Object({ worker }) },
    produces: 'application/octet-stream',
  }),
  cpuProfile: contract({
    method: 'GET',
    url: '/actuator/cpuprofile',
    auth: 'monitoring',
    summary: 'A profile of the processor time of some seconds',
    schema: {
      query: Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: 60, default: 10 }), worker }),
    },
    produces: 'application/octet-stream',
  }),
};
