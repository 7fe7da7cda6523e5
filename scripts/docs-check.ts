import { readFileSync } from 'node:fs';
import { documents } from './docs-check/documents.ts';
import { makePackages, preparations } from './docs-check/prepare.ts';
import { readCommands, type DocumentedCommand } from './docs-check/read-commands.ts';
import { ruleOf, type Rule } from './docs-check/rules.ts';
import { Sandbox } from './docs-check/sandbox.ts';
import { Shell } from './docs-check/shell.ts';
import { buildPackage, buildServer, buildShell, makeSigningKey } from './lib/build.ts';
import { inRoot } from './lib/paths.ts';
import { explain, mustRun, step } from './lib/steps.ts';

/**
 * Runs the commands of the documents, in their order, in a sandbox: a folder with a platform of its
 * own. Those that cannot run here are listed with the reason. (design 16-30)
 */
try {
  await main();
} catch (error) {
  explain(error);
  process.exit(1);
}

async function main(): Promise<void> {
  const planned = documents
    .flatMap((file) => readCommands(file, readFileSync(inRoot(file), 'utf8')))
    .map((command) => ({ command, rule: ruleOf(command) }));
  await makeSigningKey();
  await mustRun([
    { title: 'Build the shell', work: buildShell },
    { title: 'Build the server', work: buildServer },
    { title: 'Package hello', work: () => buildPackage('hello') },
    { title: 'Package mall', work: () => buildPackage('mall') },
  ]);
  const sandbox = await Sandbox.make();
  try {
    await step('Package later versions of hello', () => makePackages(sandbox));
    const shell = new Shell();
    for (const { command, rule } of planned) await check(sandbox, shell, command, rule);
  } finally {
    await sandbox.remove();
  }
  summarize(planned.map(({ rule }) => rule));
}

async function check(sandbox: Sandbox, shell: Shell, command: DocumentedCommand, rule: Rule): Promise<void> {
  const title = `${command.file}:${command.line} ${command.text}`;
  if (rule.as === 'not run') {
    process.stdout.write(`- ${title}\n    not run: ${rule.reason}\n`);
    return;
  }
  if (rule.as === 'shell') {
    shell.keep(command);
    return;
  }
  if (rule.stopped) await sandbox.stop();
  else await sandbox.start();
  if (rule.prepare) await preparations[rule.prepare](sandbox);
  await step(title, async () => {
    if (rule.as === 'host') return sandbox.host(command.text);
    const text = command.text + (rule.append ?? '');
    const output = await sandbox.command(text, shell.before(command));
    if (rule.keep) keepValue(sandbox, rule.keep, output);
  });
}

function keepValue(sandbox: Sandbox, { name, pattern }: NonNullable<Rule['keep']>, output: string): void {
  const [, value] = pattern.exec(output) ?? [];
  if (value === undefined) throw new Error(`The output has no value for ${name}:\n${output}`);
  sandbox.values.set(name, value);
}

function summarize(all: readonly Rule[]): void {
  const left = all.filter(({ as }) => as === 'not run').length;
  process.stdout.write(`\n${all.length} documented commands: ${all.length - left} ran, ${left} not run.\n`);
}
