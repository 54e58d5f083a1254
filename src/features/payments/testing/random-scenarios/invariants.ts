import { parseTestCents } from './business-fixture.ts'
import { listProviderCharges } from './provider-charges.ts'
import type { ScenarioLog } from './scenario.ts'

type Row = { provider: string; ref: string | null; amount: string; refunded: string }
const listPayments = ({ business }: ScenarioLog) =>
  business.rows<Row>("select provider, charge_ref as ref, amount, refunded from payments where status = 'succeeded' order by id")
const readInvoice = async ({ business }: ScenarioLog) =>
  (await business.rows<{ status: string; total: string }>('select status, total from documents'))[0]!

/** A paid invoice's total must have been covered by charges and manual payments. @param manualTotal in cents */
export const checkPaid = async (scenario: ScenarioLog, manualTotal: number): Promise<string[]> => {
  const { status, total } = await readInvoice(scenario)
  if (status !== 'paid') return []
  const received = (await listProviderCharges(scenario.business)).reduce((all, { amount }) => all + amount, manualTotal)
  return received < parseTestCents(total) ? [`the invoice of ${total} is paid, but only ${received} cents were received`] : []
}

/** The recorded payments must equal the providers' charges, and the invoice's status must follow from them. @param manualTotal in cents */
export const checkPaymentsMatchProviders = async (scenario: ScenarioLog, manualTotal: number): Promise<string[]> => {
  const rows = await listPayments(scenario)
  const online = rows.filter(({ provider }) => provider !== 'manual')
  const here = online
    .map(({ provider, ref, amount, refunded }) => `${provider} ${ref} ${parseTestCents(amount)} -${parseTestCents(refunded)}`)
    .sort()
  const there = (await listProviderCharges(scenario.business))
    .map(({ provider, ref, amount, refunded }) => `${provider} ${ref} ${amount} -${refunded}`)
    .sort()
  const findings: string[] = []
  if (here.join() !== there.join())
    findings.push(`here: ${here.join('; ') || 'nothing'}; at the provider: ${there.join('; ') || 'nothing'}`)
  const days = await scenario.business.rows<{ id: number }>(
    `select id from payments p where refunded <> (select coalesce(sum(r.amount), 0) from movements r where r.payment_id = p.id)`,
  )
  if (days.length > 0) findings.push(`the refunds by day don't add up to the refunded amount of payment ${days[0]!.id}`)
  const manual = rows.filter(({ provider }) => provider === 'manual').reduce((all, { amount }) => all + parseTestCents(amount), 0)
  if (manual !== manualTotal) findings.push(`${manual} cents are recorded as manual payments, ${manualTotal} were made`)
  const { status, total } = await readInvoice(scenario)
  const net = rows.reduce((all, { amount, refunded }) => all + parseTestCents(amount) - parseTestCents(refunded), 0)
  if (net >= parseTestCents(total) && status !== 'paid') findings.push(`${net} cents cover ${total}, and the invoice is ${status}`)
  if (parseTestCents(total) !== scenario.total) findings.push(`the invoice asks for ${total}, and was set to ${scenario.total} cents`)
  return findings
}

/** Waits for jobs until there are no findings, or until the timeout. */
export const waitUntilConsistent = async (look: () => Promise<string[]>, timeoutMs: number): Promise<void> => {
  const until = Date.now() + timeoutMs
  while ((await look()).length > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
}
