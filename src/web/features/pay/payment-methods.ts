const names: Record<string, string> = { stripe: 'Card', card: 'Card', paypal: 'PayPal', manual: 'Recorded by the business' }

/** How a payment came, in words for the customer; a way we don't know is named as it is stored. */
export const methodName = (method: string): string => names[method] ?? method
