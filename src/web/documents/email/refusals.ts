export type Refusal = { title: string; reason: string; error?: Error }

export const noAddress = "Customer doesn't have an email address on file."
export const alreadyPaid = 'This invoice has already been paid.'
const titles: Readonly<Record<string, string>> = { [noAddress]: 'No Email Address', [alreadyPaid]: 'Invoice Already Paid' }

export const toRefusal = (reason: string): Refusal => ({ title: titles[reason] ?? 'Email Failed', reason })
