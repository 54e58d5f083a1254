import { fileURLToPath } from 'node:url'
import ts from 'typescript-api'

const entry = fileURLToPath(new URL('node_modules/stripe/esm/stripe.esm.node.d.ts', import.meta.resolve('#root/package.json')))

/** Stripe generates the types from its API description for the SDK's API version. */
export const readTypings = () => {
  const program = ts.createProgram([entry], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(entry)
  if (!source) throw new Error(`The Stripe SDK's typings were not found at ${entry}. Run npm install.`)

  const typeAt = (type: ts.Type, path: string): ts.Type => {
    let at = type
    for (const name of path.split('.')) {
      const property = checker.getPropertyOfType(at, name)
      if (!property) throw new Error(`The Stripe SDK has no '${path}'.`)
      at = checker.getTypeOfSymbol(property)
    }
    return at
  }

  const moduleSymbol = checker.getSymbolAtLocation(source)
  const exported = moduleSymbol ? checker.getExportsOfModule(moduleSymbol) : []
  const stripe = exported.find((symbol) => symbol.name === 'Stripe') ?? exported.find((symbol) => symbol.name === 'default')
  if (!stripe) throw new Error("The Stripe SDK's typings export no Stripe.")
  const target = stripe.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(stripe) : stripe
  const instance = checker.getDeclaredTypeOfSymbol(target)

  /** 'checkout.sessions.create' -> the types of its parameters (null without parameters) and its result. */
  const call = (path: string): { params: ts.Type | null; result: ts.Type } => {
    const [signature] = typeAt(instance, path).getCallSignatures()
    if (!signature) throw new Error(`'${path}' of the Stripe SDK is not a method.`)
    const paramsSymbol = signature.getParameters().find((parameter) => parameter.name === 'params')
    const returned = signature.getReturnType() as ts.TypeReference
    const resolved = checker.getAwaitedType(returned) ?? returned
    // Response<T> and ApiListPromise<T> wrap T.
    return {
      params: paramsSymbol ? checker.getNonNullableType(checker.getTypeOfSymbol(paramsSymbol)) : null,
      result: resolved.aliasTypeArguments?.[0] ?? resolved,
    }
  }

  const event = (name: string): ts.Type => {
    const member = target.exports?.get(ts.escapeLeadingUnderscores('Event'))
    const declared =
      member && checker.getDeclaredTypeOfSymbol(member.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(member) : member)
    const found = (declared?.isUnion() ? declared.types : []).find((type) => {
      const literal = typeAt(type, 'type')
      return literal.isStringLiteral() && literal.value === name
    })
    if (!found) throw new Error(`The Stripe SDK knows no event '${name}'.`)
    return found
  }

  return { checker, call, event }
}
