import { z } from 'zod'

/** Of a list or a record without a stated maximum: the contract counts those itself, and allows at most this many. */
const unstatedMaximum = 100
/** So that a list that is a little too long gets the message of its own rule. */
const spareTokens = 1000

const getMaximum = ({ _zod: { def } }: z.core.$ZodType): number =>
  (def.checks ?? []).reduce(
    (max, { _zod: { def: check } }) => ('maximum' in check && check.check === 'max_length' ? Math.min(max, Number(check.maximum)) : max),
    Number.POSITIVE_INFINITY,
  )

const count = (schema: z.core.$ZodType): number => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.values(def.shape).reduce((sum, field) => sum + 1 + count(field), 1)
    case 'array': {
      const max = getMaximum(schema)
      return 1 + (Number.isFinite(max) ? max : unstatedMaximum) * count(def.element)
    }
    case 'record':
      return 1 + unstatedMaximum * (1 + count(def.valueType))
    // Texts by name that a function of ours checks.
    case 'custom':
      return 1 + 2 * Number(z.globalRegistry.get(schema)?.maxProperties ?? 0)
    case 'tuple':
      return def.items.reduce((sum, item) => sum + count(item), 1)
    case 'union':
      return Math.max(...def.options.map(count))
    case 'intersection':
      return count(def.left) + count(def.right)
    case 'pipe':
      return Math.max(count(def.in), count(def.out))
    case 'lazy':
      return count(def.getter())
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return count(def.innerType)
    default:
      return 1
  }
}

export const countMaxTokens = (body: z.ZodType): number => count(body) + spareTokens
