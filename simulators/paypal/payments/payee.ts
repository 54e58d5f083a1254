/** Whose money it is, as PayPal's answers say it. */
export const payeeObject = (merchantId: string) => ({ email_address: 'business@sandbox.example', merchant_id: merchantId })
