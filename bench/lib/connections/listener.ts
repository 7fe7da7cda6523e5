import cluster from 'node:cluster';
import { createServer } from 'node:http';

const [, , port = '0', mode = 'shared', workMs = '0'] = process.argv;

/** One worker of the comparison: answers after some work, and stops as a host does. */
const server = createServer((_request, response) => {
  for (const until = performance.now() + Number(workMs); performance.now() < until;);
  response.setHeader('connection', 'close');
  response.end(String(process.pid));
});
process.on('message', (message) => {
  if (message === 'stop') server.close(() => process.exit(0));
});
const reusePort = mode === 'reuse';
if (reusePort || cluster.isWorker) {
  server.listen({ port: Number(port), host: '127.0.0.1', reusePort, exclusive: reusePort }, () =>
    process.send?.('listening'),
  );
}
