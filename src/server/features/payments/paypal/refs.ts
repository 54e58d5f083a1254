import { z } from 'zod'

const text = z.string().min(1).max(127)
const maybe = text.optional().catch(undefined)
const loose = z.looseObject({ id: maybe, custom_id: maybe })

const resource = z.object({
  id: maybe,
  custom_id: maybe,
  links: z.array(z.object({ rel: z.string(), href: z.string() })).catch([]),
  supplementary_data: z
    .object({ related_ids: z.record(z.string(), maybe).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  purchase_units: z
    .array(
      z.object({
        custom_id: maybe,
        payments: z
          .object({ captures: z.array(loose).catch([]) })
          .optional()
          .catch(undefined),
      }),
    )
    .catch([]),
  disputed_transactions: z.array(z.object({ seller_transaction_id: maybe, custom: maybe })).catch([]),
})

/** More than any event of one invoice names. */
const most = 20

/** Every id in an event's object by which an attempt may be found; an order, a payment, a refund and a dispute all name them elsewhere. */
export const findRefs = (found: unknown): string[] => {
  const parsed = resource.safeParse(found)
  if (!parsed.success) return []
  const { id, custom_id, links, supplementary_data, purchase_units, disputed_transactions } = parsed.data
  const above = links.filter(({ rel }) => rel === 'up').map(({ href }) => /\/([A-Z0-9]{10,40})$/.exec(href)?.[1])
  const all = [
    id,
    custom_id,
    ...Object.values(supplementary_data?.related_ids ?? {}),
    ...above,
    ...purchase_units.flatMap((unit) => [unit.custom_id, ...(unit.payments?.captures ?? []).map((capture) => capture.id)]),
    ...disputed_transactions.flatMap((each) => [each.seller_transaction_id, each.custom]),
  ]
  return [...new Set(all.filter((ref) => ref !== undefined))].slice(0, most)
}
