import ts from 'typescript';
import { collectSdkNames, sdkName } from '../compile/analyze-source.ts';

/** A call of the SDK in a decorator or in the initializer of a field. */
export interface StatedCall {
  /** As the SDK exports it. */
  readonly name: string;
  /** The first argument: a text, none, or one that only the evaluation would tell. */
  readonly argument: string | undefined | typeof UNKNOWN;
}

export const UNKNOWN = Symbol('unknown');

export interface SourceMember {
  readonly name: string;
  readonly line: number;
  readonly decorators: readonly StatedCall[];
  /** Only of a field. */
  readonly initializer: StatedCall | undefined;
}

/** A class of a source, as its syntax alone tells. */
export interface SourceClass {
  readonly source: string;
  readonly name: string;
  readonly line: number;
  readonly abstract: boolean;
  /** Name of the class that it extends. */
  readonly base: string | undefined;
  readonly decorators: readonly StatedCall[];
  readonly members: readonly SourceMember[];
}

/** The top-level classes of the sources. */
export const readClasses = (sources: ReadonlyMap<string, string>): SourceClass[] =>
  [...sources].flatMap(([source, text]) => {
    if (!text.includes('class ')) return [];
    const file = ts.createSourceFile(source, text, ts.ScriptTarget.ES2022, true);
    const names = collectSdkNames(file);
    return file.statements
      .filter(ts.isClassDeclaration)
      .flatMap((found) => classOf(file, found, names) ?? []);
  });

/** A class and those of the sources that it extends, itself first. */
export function lineageOf(type: SourceClass, classes: readonly SourceClass[]): SourceClass[] {
  const lineage = [type];
  for (let at: SourceClass | undefined = type; at;) {
    const { base }: SourceClass = at;
    const [only, another]: SourceClass[] = classes.filter(({ name }) => name === base);
    at = another || (only && lineage.includes(only)) ? undefined : only;
    if (at) lineage.push(at);
  }
  return lineage;
}

export const callOf = (calls: readonly StatedCall[], names: readonly string[]): StatedCall | undefined =>
  calls.find(({ name }) => names.includes(name));

type SdkNames = ReadonlyMap<string, string>;

function classOf(
  file: ts.SourceFile,
  declaration: ts.ClassDeclaration,
  names: SdkNames,
): SourceClass | undefined {
  const { name } = declaration;
  if (!name) return undefined;
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const base = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0]?.expression;
  return {
    source: file.fileName,
    name: name.text,
    line: lineOf(name),
    abstract: declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) ?? false,
    base: base && ts.isIdentifier(base) ? base.text : undefined,
    decorators: decoratorsOf(declaration, names),
    members: declaration.members.flatMap((member): SourceMember[] => {
      if (!member.name || !(ts.isMethodDeclaration(member) || ts.isPropertyDeclaration(member))) return [];
      const initializer = ts.isPropertyDeclaration(member) ? member.initializer : undefined;
      return [
        {
          name: member.name.getText(),
          line: lineOf(member.name),
          decorators: decoratorsOf(member, names),
          initializer: initializer && statedCall(initializer, names),
        },
      ];
    }),
  };
}

const decoratorsOf = (node: ts.HasDecorators, names: SdkNames): StatedCall[] =>
  (ts.getDecorators(node) ?? []).flatMap(({ expression }) => statedCall(expression, names) ?? []);

function statedCall(expression: ts.Expression, names: SdkNames): StatedCall | undefined {
  if (!ts.isCallExpression(expression)) return undefined;
  const name = sdkName(expression.expression, names);
  if (name === undefined) return undefined;
  const [first] = expression.arguments;
  const argument = !first ? undefined : ts.isStringLiteralLike(first) ? first.text : UNKNOWN;
  return { name, argument };
}
