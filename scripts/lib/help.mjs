// Runs on the machine's own Node, before anything is installed: built-in modules only.

export const startHelp = `npm start -- [options]

  --port <n>       port of the shell (8000)
  --api-port <n>   port of the API (8080)
  --data <dir>     where everything that is kept lives (./data)
  --no-samples     do not install the sample applications
  --help           this text
`;

export const testHelp = `npm test [-- options]

  Installs what the tests need, then runs types, lint, unit, integration and end to end tests.

  --changed        only what differs from the main branch: types, lint, related unit tests
  --long           whole corpora, pictures and ten minutes of chaos too (npm run test:long)
  --help           this text

  One part by itself: npm run types | lint | test:unit | test:integration | test:e2e
  One file:           npx vitest run --project unit <file>
`;

/** Answers `--help` at once, before anything is installed. */
export function answerHelp(text) {
  if (!process.argv.some((argument) => argument === '--help' || argument === '-h')) return;
  process.stdout.write(text);
  process.exit(0);
}
