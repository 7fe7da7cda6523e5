import { Type } from 'typebox';
import { contract, oneOf } from '../contract/index.ts';
import { monitoring } from './monitoring.ts';

const text = Type.String();

/** Metrics by the names of Micrometer, and as Prometheus reads them. (design 11.2) */
export const metricContracts = {
  names: monitoring('GET', '/actuator/metrics', 'Names of all metrics', {
    response: Type.Object({ names: Type.Array(text) }),
  }),
  one: monitoring('GET', '/actuator/metrics/:requiredMetricName', 'One metric, over the series with `tag`', {
    params: Type.Object({ requiredMetricName: text }),
    query: Type.Object({
      tag: Type.Optional(Type.Array(Type.String({ pattern: '^[^:]+:', description: 'key:value' }))),
    }),
    response: Type.Object({
      name: text,
      description: text,
      baseUnit: Type.Optional(text),
      measurements: Type.Array(
        Type.Object({ statistic: oneOf('COUNT', 'TOTAL_TIME', 'MAX', 'VALUE'), value: Type.Number() }),
      ),
      availableTags: Type.Array(Type.Object({ tag: text, values: Type.Array(text) })),
    }),
  }),
  prometheus: contract({
    method: 'GET',
    url: '/actuator/prometheus',
    auth: 'monitoring',
    summary: 'All metrics in the text format of Prometheus',
    schema: {},
    produces: 'text/plain',
  }),
};
