import { posix } from 'node:path'
import ts from 'typescript-api'

/** What a file imports: a path of this repository ('src/shared/money.ts'), a package ('fastify', '@fastify/static') or 'node:fs'. */
export type Import = { written: string; target: string; isPackage: boolean }

const aliases: Record<string, string> = {
  '#app/': 'src/app/',
  '#shared/': 'src/shared/',
  '#model/': 'src/model/',
  '#kit/': 'src/kit/',
  '#modules/': 'src/modules/',
  '#features/': 'src/features/',
  '#server/': 'src/server/',
  '#web/': 'src/web/',
  '#simulators/': 'simulators/',
}

/** Everything that the source text imports: static, `export from`, `import type`, `import()`, `require()` and `import('...')` types. */
export const importsOf = (file: string, source: string): Import[] => {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const found: string[] = []
  const note = (node: ts.Node | undefined) => {
    if (node && ts.isStringLiteralLike(node)) found.push(node.text)
  }
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) note(node.moduleSpecifier)
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) note(node.argument.literal)
    if (ts.isExternalModuleReference(node)) note(node.expression)
    if (ts.isCallExpression(node) && loadsModules(node.expression)) note(node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind))
  return found.map((written) => resolve(file, written))
}

const loadsModules = (called: ts.Expression) =>
  called.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(called) && called.text === 'require')

const resolve = (file: string, written: string): Import => {
  const alias = Object.keys(aliases).find((prefix) => written.startsWith(prefix))
  if (alias) return { written, target: posix.join(aliases[alias]!, written.slice(alias.length)), isPackage: false }
  if (written.startsWith('.')) return { written, target: posix.join(posix.dirname(file), written), isPackage: false }
  const name = written.startsWith('node:')
    ? written
    : written
        .split('/')
        .slice(0, written.startsWith('@') ? 2 : 1)
        .join('/')
  return { written, target: name, isPackage: true }
}
