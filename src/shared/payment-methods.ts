// What a payment came by is stored as the provider's code, or as the words that the owner chose.
const names: Record<string, string> = { stripe: 'Card', card: 'Card', paypal: 'PayPal', manual: 'Recorded by the business' }

/** How a payment came, in words for owner and customer alike; a way that has no code is stored in words already. */
export const methodWords = (method: string): string => (Object.hasOwn(names, method) ? names[method]! : method)
