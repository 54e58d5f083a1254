import { join, relative } from 'node:path'
import ts from 'typescript-api'

// The modules that Create & Send passes. An import closure would count every module that these files merely import; so this follows names instead. It
// starts at the handler of `invoicesApi.create` in the routes of invoices, and at the default export of the dialog that creates an invoice. Each name
// in their code leads to its declaration, and that declaration's code is read in the same way. Types don't count. Names that lead into the shared
// code, the platform, ui, lib or entity (but for its pickers) end there: those modules serve every feature, and don't count either.

const routesFile = 'src/features/invoices/routes.ts'
const endpointName = 'invoicesApi.create'
const dialogFile = 'src/web/app/new-invoice.tsx'

const servesAll = (file: string) => /^src\/(shared|server\/platform|web\/(ui|lib|entity(?!\/pickers)))\//.test(file)

/**
 * @param root the project's folder
 * @param files the production files, by path below `root`
 * @returns the modules of the app and of the server, by path
 * @throws Error when a start of the path is not found
 */
export const listCreateAndSendModules = (root: string, files: readonly string[]): { web: string[]; server: string[] } => {
  const program = createProgram(root, files)
  return {
    web: listReachedModules(program, root, findDefaultExport(program, join(root, dialogFile)), servesAll),
    server: listReachedModules(program, root, findHandler(program, join(root, routesFile), endpointName), servesAll),
  }
}

/** Parses the files; declarations of packages and of the language itself are left out, as they hold no modules of the project. */
export const createProgram = (root: string, files: readonly string[]): ts.Program => {
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    {
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      resolvePackageJsonImports: true,
      allowImportingTsExtensions: true,
      jsx: ts.JsxEmit.ReactJSX,
      noEmit: true,
      noLib: true,
      types: [],
    },
  )
  // Creating the checker sets the parents of all nodes.
  program.getTypeChecker()
  return program
}

/** The second argument of the call whose first one is the endpoint: `route(endpoint, handler)`. */
const findHandler = (program: ts.Program, file: string, endpoint: string): ts.Node => {
  const found = findNode(
    program,
    file,
    (node) => ts.isCallExpression(node) && node.arguments[0]?.getText(node.getSourceFile()) === endpoint,
  )
  const handler = found && ts.isCallExpression(found) ? found.arguments[1] : undefined
  if (!handler) throw new Error(`${file} has no route for ${endpoint}`)
  return handler
}

const findDefaultExport = (program: ts.Program, file: string): ts.Node => {
  const isDefault = (node: ts.Statement) =>
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  const found = program.getSourceFile(file)?.statements.find(isDefault)
  if (!found) throw new Error(`${file} has no default export`)
  return found
}

const findNode = (program: ts.Program, file: string, matches: (node: ts.Node) => boolean): ts.Node | undefined => {
  const visit = (node: ts.Node): ts.Node | undefined => (matches(node) ? node : ts.forEachChild(node, visit))
  const source = program.getSourceFile(file)
  return source && ts.forEachChild(source, visit)
}

/**
 * The modules with a declaration that the start's code names, directly or by way of other declarations.
 * @param endsAt modules that are neither followed nor listed
 * @returns their paths below `root`, sorted; the start's own module is one of them
 */
export const listReachedModules = (program: ts.Program, root: string, start: ts.Node, endsAt: (file: string) => boolean): string[] => {
  const checker = program.getTypeChecker()
  const pathOf = (node: ts.Node) => relative(root, node.getSourceFile().fileName)
  const isPackage = (node: ts.Node) => /^\.\.|(^|\/)node_modules\//.test(pathOf(node))
  const modules = new Set<string>()
  const seen = new Set<ts.Node>([start])
  const queue = [start]

  const follow = (name: ts.Identifier) => {
    const isShorthand = ts.isShorthandPropertyAssignment(name.parent)
    const symbol = isShorthand ? checker.getShorthandAssignmentValueSymbol(name.parent) : checker.getSymbolAtLocation(name)
    if (!symbol) return
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    for (const declared of target.declarations ?? []) {
      const next = isPackage(declared) ? undefined : getFollowed(declared, start)
      if (!next || seen.has(next)) continue
      seen.add(next)
      queue.push(next)
    }
  }
  const read = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return
    if (ts.isIdentifier(node)) follow(node)
    ts.forEachChild(node, read)
  }

  for (let node = queue.pop(); node; node = queue.pop()) {
    if (endsAt(pathOf(node))) continue
    modules.add(pathOf(node))
    read(node)
  }
  return [...modules].sort()
}

/** The top-level declaration that a name's declaration is part of. Beside the start, in the function around it, it is the local variable alone. */
const getFollowed = (declared: ts.Node, start: ts.Node): ts.Node | undefined => {
  if (ts.isSourceFile(declared) || ts.isParameter(declared)) return undefined
  const top = getTopLevel(declared)
  if (ts.isInterfaceDeclaration(top) || ts.isTypeAliasDeclaration(top)) return undefined
  const surroundsStart = top.getSourceFile() === start.getSourceFile() && top.pos <= start.pos && start.end <= top.end
  if (!surroundsStart) return top
  return ts.isVariableDeclaration(declared) && !(start.pos <= declared.pos && declared.end <= start.end) ? declared : undefined
}

/** The statement of the module, or the one variable of a `const a = ..., b = ...`, that a node is in. */
const getTopLevel = (node: ts.Node): ts.Node => {
  let top = node
  while (!ts.isSourceFile(top.parent)) {
    if (ts.isVariableDeclaration(top) && ts.isVariableStatement(top.parent.parent) && ts.isSourceFile(top.parent.parent.parent)) return top
    top = top.parent
  }
  return top
}
