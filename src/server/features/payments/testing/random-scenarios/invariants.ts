import { parseTestCents } from './business-fixture.ts'
import { listProviderCharges } from './provider-charges.ts'
import type { ScenarioLog } from './scenario.ts'

type Row = { provider: string; ref: string | null; amount: string; refunded: string }
const paymentsOf = ({ shop }: ScenarioLog) =>
  shop.rows<Row>("select provider, charge_ref as ref, amount, refunded from payments where status = 'succeeded' order by id")
const invoiceOf = async ({ shop }: ScenarioLog) =>
  (await shop.rows<{ status: string; total: string }>('select status, total from invoices'))[0]!

/** A paid invoice's total must have been covered by charges and manual payments. @param byHand in cents */
export const checkPaid = async (story: ScenarioLog, byHand: number): Promise<string[]> => {
  const { status, total } = await invoiceOf(story)
  if (status !== 'paid') return []
  const came = (await listProviderCharges(story.shop)).reduce((all, { amount }) => all + amount, byHand)
  return came < parseTestCents(total) ? [`the invoice of ${total} is paid, and only ${came} cents came`] : []
}

/** The recorded payments must equal the providers' charges, and the invoice's status must follow from them. @param byHand in cents */
export const checkPaymentsMatchProviders = async (story: ScenarioLog, byHand: number): Promise<string[]> => {
  const rows = await paymentsOf(story)
  const online = rows.filter(({ provider }) => provider !== 'manual')
  const here = online
    .map(({ provider, ref, amount, refunded }) => `${provider} ${ref} ${parseTestCents(amount)} -${parseTestCents(refunded)}`)
    .sort()
  const there = (await listProviderCharges(story.shop))
    .map(({ provider, ref, amount, refunded }) => `${provider} ${ref} ${amount} -${refunded}`)
    .sort()
  const findings: string[] = []
  if (here.join() !== there.join())
    findings.push(`here: ${here.join('; ') || 'nothing'}; at the provider: ${there.join('; ') || 'nothing'}`)
  const days = await story.shop.rows<{ id: number }>(
    `select id from payments p where refunded <> (select coalesce(sum(r.amount), 0) from payment_returns r where r.payment_id = p.id)`,
  )
  if (days.length > 0) findings.push(`the days on which money went back don't come to what went back of payment ${days[0]!.id}`)
  const manual = rows.filter(({ provider }) => provider === 'manual').reduce((all, { amount }) => all + parseTestCents(amount), 0)
  if (manual !== byHand) findings.push(`${manual} cents stand as paid by hand, ${byHand} were`)
  const { status, total } = await invoiceOf(story)
  const net = rows.reduce((all, { amount, refunded }) => all + parseTestCents(amount) - parseTestCents(refunded), 0)
  if (net >= parseTestCents(total) && status !== 'paid') findings.push(`${net} cents cover ${total}, and the invoice is ${status}`)
  if (parseTestCents(total) !== story.total) findings.push(`the invoice asks for ${total}, and was set to ${story.total} cents`)
  return findings
}

/** Waits for jobs until there are no findings, or until the timeout. */
export const waitUntilConsistent = async (look: () => Promise<string[]>, patienceMs: number): Promise<void> => {
  const until = Date.now() + patienceMs
  while ((await look()).length > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
}
