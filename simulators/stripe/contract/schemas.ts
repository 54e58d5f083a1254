import ts from 'typescript-api'

export type Schema = { [keyword: string]: unknown }

/** 'wire': form text, in which every value is a string. 'answer': JSON, in which all numbers but exchange rates are integers. */
export type Direction = 'wire' | 'answer'

/** Referenced objects that a response may contain. All others must be ids, which keeps the schemas small. */
const expandable = new Set(['PaymentIntent', 'Charge', 'Session', 'Invoice', 'PaymentMethod', 'BalanceTransaction'])

const integerSchemas = { wire: { type: 'string', pattern: '^-?\\d+$' }, answer: { type: 'integer' } }
const booleanSchemas = { wire: { enum: ['true', 'false'] }, answer: { type: 'boolean' } }

/** From Stripe's reference: the types do not express these limits. */
const metadataMaxLength = { wire: 500, answer: 500 }
const maxLengths: Record<string, number> = { client_reference_id: 200 }

const getLiteral = (type: ts.Type): string | number | undefined =>
  type.isStringLiteral() || type.isNumberLiteral() ? type.value : undefined

export const createSchemaBuilder = (checker: ts.TypeChecker) => {
  const definitions: Record<string, Schema> = {}
  const names = new Map<string, string>()

  const nameOf = (type: ts.Type, direction: Direction) => {
    const key = `${direction}:${checker.typeToString(type, undefined, ts.TypeFormatFlags.UseFullyQualifiedType)}:${(type as ts.Type & { id: number }).id}`
    const known = names.get(key)
    const name = known ?? `d${names.size}`
    names.set(key, name)
    return { name, isNew: known === undefined }
  }

  /** A referenced object has a literal `object` field. */
  const isReference = (type: ts.Type) => {
    const kind = checker.getPropertyOfType(type, 'object')
    return kind !== undefined && checker.getTypeOfSymbol(kind).isStringLiteral()
  }

  const unionSchema = (members: ts.Type[], direction: Direction): Schema => {
    const literals = members.map(getLiteral).filter((value) => value !== undefined)
    const hasText = members.some((member) => member.flags & ts.TypeFlags.String)
    const others = members.filter((member) => {
      if (getLiteral(member) !== undefined || member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.BooleanLiteral))
        return false
      // `'a' | 'b' | OtherString` means that later versions may add values.
      if (member.isIntersection() && literals.length > 0) return false
      return !(hasText && direction === 'answer' && isReference(member) && !expandable.has(member.symbol.name))
    })
    const anyOf = others.map((member) => schemaOf(member, direction))
    if (members.some((member) => member.flags & ts.TypeFlags.BooleanLiteral)) anyOf.push(booleanSchemas[direction])
    if (literals.length > 0) anyOf.push({ enum: direction === 'wire' ? literals.map(String) : literals })
    return anyOf.length === 1 ? anyOf[0]! : { anyOf }
  }

  const objectSchema = (type: ts.Type, direction: Direction): Schema => {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of checker.getPropertiesOfType(type)) {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      const propertyType = checker.getTypeOfSymbol(property)
      const real = isOptional ? checker.getNonNullableType(propertyType) : propertyType
      // `deleted?: void` means that the field never exists.
      if (real.flags & (ts.TypeFlags.Void | ts.TypeFlags.Never)) continue
      const schema = schemaOf(propertyType, direction)
      const limit = direction === 'wire' ? maxLengths[property.name] : undefined
      if (property.name === 'exchange_rate') properties[property.name] = { type: ['number', 'null'], exclusiveMinimum: 0 }
      else properties[property.name] = limit ? { ...schema, maxLength: limit } : schema
      if (!isOptional) required.push(property.name)
    }
    return { type: 'object', properties, required, additionalProperties: false }
  }

  const mapSchema = (value: ts.Type, direction: Direction): Schema => ({
    type: 'object',
    maxProperties: 50,
    propertyNames: { maxLength: 40 },
    additionalProperties:
      direction === 'wire' || value.flags & ts.TypeFlags.String
        ? { type: 'string', maxLength: metadataMaxLength[direction] }
        : schemaOf(value, direction),
  })

  const schemaOf = (type: ts.Type, direction: Direction): Schema => {
    const { flags } = type
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (type.symbol?.name === 'DecimalImpl' || type.aliasSymbol?.name === 'Decimal')
      return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }
    if (flags & ts.TypeFlags.Boolean) return booleanSchemas[direction]
    const literal = getLiteral(type)
    if (literal !== undefined) return { const: direction === 'wire' ? String(literal) : literal }
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' }
    if (flags & ts.TypeFlags.String || type.isIntersection()) return { type: 'string' }
    if (flags & ts.TypeFlags.Number) return integerSchemas[direction]
    if (flags & ts.TypeFlags.Null) return direction === 'wire' ? { const: '' } : { type: 'null' }
    if (type.isUnion()) return unionSchema(type.types, direction)
    if (!(flags & ts.TypeFlags.Object)) throw new Error(`no schema for the type ${checker.typeToString(type)}`)
    const element = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined
    if (element) return { type: 'array', items: schemaOf(element, direction) }
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    if (index) return mapSchema(index, direction)
    const { name, isNew } = nameOf(type, direction)
    if (isNew) {
      definitions[name] = {}
      definitions[name] = objectSchema(type, direction)
    }
    return { $ref: `#/$defs/${name}` }
  }

  return { schemaOf, definitions }
}
