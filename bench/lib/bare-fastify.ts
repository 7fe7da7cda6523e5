import Fastify from 'fastify';

/** The baseline: one bare Fastify route that answers the bytes given as the first argument. */
const app = Fastify();
const answer = JSON.parse(process.argv[2] ?? '{}') as object;
app.get('/bare', () => answer);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url });
