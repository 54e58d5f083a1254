/** When the goods or services were supplied: a day, or all from it until another one. Typed ones may be ''. */
export type Delivery = { deliveryDate?: string | null | undefined; deliveryUntil?: string | null | undefined }

/** Of a period without a beginning, or one that ends before it; undefined for none. */
export const findDeliveryProblem = ({ deliveryDate, deliveryUntil }: Delivery) => {
  if (!deliveryUntil) return undefined
  if (!deliveryDate) return { path: 'deliveryDate', message: 'Enter the first day of the delivery, or no last one' } as const
  if (deliveryUntil >= deliveryDate) return undefined
  return { path: 'deliveryUntil', message: 'Delivery until must not be before the delivery date' } as const
}
