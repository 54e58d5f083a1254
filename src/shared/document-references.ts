/** What the customer's books look for on a document, with its label. Stated here, they are in forms, replies, histories, files and on what is printed. */
export const documentReferences = { orderNumber: 'Order number', buyerReference: 'Buyer reference', project: 'Project' } as const

type ReferenceName = keyof typeof documentReferences
export const referenceNames = Object.keys(documentReferences) as ReferenceName[]

export const mapReferences = <Value>(of: (name: ReferenceName) => Value): Record<ReferenceName, Value> =>
  Object.fromEntries(referenceNames.map((name) => [name, of(name)])) as Record<ReferenceName, Value>

export type DocumentReferences = Record<ReferenceName, string | null>

/** Null for what is missing or blank. */
export const pickReferences = (from: Partial<Record<ReferenceName, string | null | undefined>>): DocumentReferences =>
  mapReferences((name) => from[name] || null)

/** Those that are there, in their order. */
export const listReferences = (from: DocumentReferences) =>
  referenceNames.flatMap((name) => {
    const text = from[name]
    return text === null ? [] : [{ name, text }]
  })

/** Of an invoice for a customer that pays none without an order number. */
export const explainMissingOrder = (customer: string): string => `${customer} asks for an order number on each invoice: enter it`
