import { Type, type TSchema } from 'typebox';
import { nullable } from '../contract/index.ts';
import { BackendReportSchema } from '../runtime/index.ts';
import { NodeSchema } from '../nodes/index.ts';
import { monitoring } from './monitoring.ts';

const text = Type.String();
const texts = Type.Array(text);
const maybe = Type.Optional(text);

/** One context for the host and one for each application, whose parent is the host's. */
const contexts = (properties: Record<string, TSchema>) =>
  Type.Object({
    contexts: Type.Record(text, Type.Object({ ...properties, parentId: nullable(text) })),
  });

const BeanSchema = Type.Object({
  aliases: texts,
  scope: text,
  type: text,
  resource: maybe,
  dependencies: texts,
});

const MappingSchema = Type.Object({
  predicate: text,
  handler: text,
  details: Type.Object({
    access: text,
    requestMappingConditions: Type.Object({
      methods: texts,
      patterns: texts,
      params: texts,
      headers: texts,
      consumes: Type.Array(Type.Object({ mediaType: text, negated: Type.Boolean() })),
      produces: Type.Array(Type.Object({ mediaType: text, negated: Type.Boolean() })),
    }),
  }),
});

const time = Type.Optional(Type.Object({ time: text }));
const scheduled = { runnable: Type.Object({ target: text }), nextExecution: time, lastExecution: time };
const IntervalSchema = Type.Object({
  ...scheduled,
  initialDelay: Type.Integer(),
  interval: Type.Integer(),
});

/** Inside of a running host: its parts, routes, schedules and applications. (design 11.2) */
export const inspectionContracts = {
  beans: monitoring('GET', '/actuator/beans', 'Services of the host and components of applications', {
    response: contexts({ beans: Type.Record(text, BeanSchema) }),
  }),
  mappings: monitoring('GET', '/actuator/mappings', 'Routes of the host and of applications', {
    response: contexts({
      mappings: Type.Object({
        dispatcherServlets: Type.Record(text, Type.Array(MappingSchema)),
        servletFilters: Type.Array(text),
        servlets: Type.Array(text),
      }),
    }),
  }),
  scheduledTasks: monitoring('GET', '/actuator/scheduledtasks', 'Schedules with their next time', {
    response: Type.Object({
      cron: Type.Array(Type.Object({ ...scheduled, expression: text })),
      fixedDelay: Type.Array(IntervalSchema),
      fixedRate: Type.Array(IntervalSchema),
      custom: Type.Array(Type.Object({ ...scheduled, trigger: text })),
    }),
  }),
  conditions: monitoring('GET', '/actuator/conditions', 'Classes that were left out, and why', {
    response: contexts({
      positiveMatches: Type.Object({}),
      negativeMatches: Type.Record(
        text,
        Type.Object({
          notMatched: Type.Array(Type.Object({ condition: text, message: text })),
          matched: Type.Array(text),
        }),
      ),
      unconditionalClasses: texts,
    }),
  }),
  startup: monitoring('GET', '/actuator/startup', 'Time line of the start', {
    response: Type.Object({
      springBootVersion: text,
      timeline: Type.Object({
        startTime: text,
        events: Type.Array(
          Type.Object({
            startTime: text,
            endTime: text,
            duration: text,
            startupStep: Type.Object({
              name: text,
              id: Type.Integer(),
              tags: Type.Array(Type.Object({ key: text, value: text })),
            }),
          }),
        ),
      }),
    }),
  }),
  plugins: monitoring('GET', '/actuator/plugins', 'Applications with their state and health', {
    response: Type.Object({ applications: Type.Array(BackendReportSchema) }),
  }),
  nodes: monitoring('GET', '/actuator/nodes', 'Hosts that share the database', {
    response: Type.Object({ nodes: Type.Array(NodeSchema) }),
  }),
};
