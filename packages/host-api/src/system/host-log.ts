import { Type } from 'typebox';
import { contract, oneOf, Time, type DataOf } from '../contract/index.ts';

const maybe = Type.Optional(Type.String());

export const LogLevelSchema = oneOf('trace', 'debug', 'info', 'warn', 'error');

/** One line of the host's log. */
export const LogLineSchema = Type.Object({
  time: Time,
  level: LogLevelSchema,
  logger: Type.String(),
  message: Type.String(),
  worker: Type.Optional(Type.Integer({ description: 'Number of the worker, where a machine has several' })),
  appCode: maybe,
  requestId: maybe,
  traceId: maybe,
  tenant: maybe,
  user: maybe,
  detail: Type.Optional(Type.String({ description: 'Further fields, and the stack of an error' })),
});

/** Which lines of the log are asked for. All of them have to apply. */
export const LogFilterSchema = Type.Object({
  level: Type.Optional(LogLevelSchema),
  appCode: Type.Optional(Type.String({ maxLength: 64 })),
  requestId: Type.Optional(Type.String({ maxLength: 128 })),
  text: Type.Optional(Type.String({ maxLength: 200, description: 'In any field, upper or lower case' })),
});

/** Data of the event `lines`. The first one has the last lines; it may be without any. */
export const LogLinesSchema = Type.Object({
  lines: Type.Array(LogLineSchema, { description: 'The oldest first' }),
  leftOut: Type.Integer({ description: 'Newer lines that were too many to be sent' }),
  earlier: Type.Boolean({ description: 'Whether the log may have lines before these' }),
});

/** `/system/hostLog`: the log of this host. (spec: Logs; design 11.5) */
export const hostLogContracts = {
  follow: contract({
    method: 'GET',
    url: '/system/hostLog/follow',
    auth: 'monitor:log:list',
    summary: 'The last lines of the log, then new ones as server-sent events: lines',
    schema: {
      query: Type.Object({
        ...LogFilterSchema.properties,
        lines: Type.Integer({ minimum: 0, maximum: 2_000, default: 500 }),
      }),
    },
    produces: 'text/event-stream',
  }),
  download: contract({
    method: 'GET',
    url: '/system/hostLog/download',
    auth: 'monitor:log:list',
    summary: "Lines of today's sys-console.log as a file, one JSON object each",
    schema: { query: LogFilterSchema },
    produces: 'text/plain',
  }),
};

export type LogFilter = DataOf<typeof LogFilterSchema>;
export type LogLine = DataOf<typeof LogLineSchema>;
export type LogLines = DataOf<typeof LogLinesSchema>;
