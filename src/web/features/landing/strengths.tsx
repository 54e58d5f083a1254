import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { documentLanguages } from '#shared/document-languages.ts'
import { defaultReminderOffsets, describeReminder } from '#shared/reminders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

/** The width of the page's content. */
export const frame =
  'mx-auto w-full max-w-6xl px-[max(1.25rem,var(--safe-left),var(--safe-right))] sm:px-[max(2rem,var(--safe-left),var(--safe-right))]'

const Strength = ({ title, text, children, className }: { title: string; text: string; children: ReactNode; className?: string }) => (
  <Card className={cx('flex flex-col kit:p-5 kit:sm:p-6', className)}>
    <h3 className="font-semibold text-base">{title}</h3>
    <p className="mt-1 text-pretty text-muted text-sm leading-6">{text}</p>
    <div aria-hidden="true" className="mt-5 grow content-end text-[0.8125rem] tabular-nums select-none">
      {children}
    </div>
  </Card>
)

const Row = ({ left, right, strong }: { left: ReactNode; right: ReactNode; strong?: boolean }) => (
  <p className={cx('flex justify-between gap-4 border-line border-t py-1.5', strong && 'font-semibold')}>
    <span className={strong ? '' : 'text-muted'}>{left}</span>
    <span>{right}</span>
  </p>
)

const reminderOutcomes = ['Sent Dec 04', 'Sent Dec 07', 'Paid, so not sent']

export const Routine = () => (
  <section aria-labelledby="routine" className={cx(frame, 'pt-14 sm:pt-20')}>
    <h2 id="routine" className="max-w-2xl text-balance font-semibold text-2xl tracking-[-0.02em] sm:text-3xl">
      Set it up once. Billfold follows up.
    </h2>
    <div className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Strength title="Recurring invoices" text="Retainers, rent, maintenance: each invoice is created and sent on its day.">
        <p className="flex items-center justify-between gap-3 border-line border-t py-2.5">
          <span>
            <span className="font-medium">Retainer</span> <span className="text-muted">Northwind Traders</span>
          </span>
          <Badge tone="good">Active</Badge>
        </p>
        <Row left="Monthly on the 1st" right="$1,200.00" />
        <Row left="Next invoice" right="Dec 01, 2026" />
      </Strength>
      <Strength title="Reminders" text="Polite emails before and after the due date. They stop as soon as the invoice is paid.">
        {reminderOutcomes.map((outcome, at) => (
          <Row key={outcome} left={describeReminder(defaultReminderOffsets[at]!)} right={outcome} />
        ))}
      </Strength>
      <Strength
        className="sm:max-lg:col-span-2"
        title="Deposits"
        text="Ask for part of the price before the work begins. It is deducted from the final invoice."
      >
        <Row left="EST-2026-0036" right="$3,480.00" />
        <Row left="Deposit of 30%, paid" right="-$1,044.00" />
        <Row left="Balance due" right="$2,436.00" strong />
      </Strength>
    </div>
  </section>
)

/** In the system's typefaces: the app's own would download a file for each script. */
const invoiceTitles = [
  'Invoice',
  'Rechnung',
  'Factura',
  'Facture',
  'Fattura',
  'Factuur',
  'Faktura',
  'Fatura',
  'Τιμολόγιο',
  'Рахунок',
  'فاتورة',
  'חשבונית',
]
const languageCount = Object.keys(documentLanguages).length

export const Strengths = () => (
  <section aria-labelledby="strengths" className={cx(frame, 'py-14 sm:py-20')}>
    <h2 id="strengths" className="max-w-2xl text-balance font-semibold text-2xl tracking-[-0.02em] sm:text-3xl">
      Figures you can rely on, down to the last cent.
    </h2>
    <div className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-6">
      <Strength
        className="lg:col-span-2"
        title="Sums that add up"
        text="Each line is rounded once and every total is made of the printed lines."
      >
        <Row left="3 × $33.33" right="$99.99" />
        <Row left="Tax 8.25%" right="$8.25" />
        <Row left="Total" right="$108.24" strong />
      </Strength>
      <Strength
        className="lg:col-span-2"
        title="Paid online"
        text="Cards through Stripe, or PayPal. The money goes straight to your own account, and the invoice is marked paid."
      >
        <p className="flex items-center gap-3 rounded-lg border border-line bg-canvas p-3">
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-good-soft text-good">
            <Check className="size-4" />
          </span>
          <span className="min-w-0 flex-1 leading-5">
            <span className="block font-medium">Northwind paid $5,163.53</span>
            <span className="block text-muted text-xs">INV-2026-0001, by card</span>
          </span>
        </p>
      </Strength>
      <Strength
        className="sm:max-lg:col-span-2 lg:col-span-2"
        title="Estimates that turn into invoices"
        text="Customers accept online, with name and date. One click makes the invoice."
      >
        <p className="flex items-center justify-between gap-3 border-line border-t py-2.5">
          <span>
            <span className="font-medium">EST-2026-0036</span> <span className="text-muted">Studio Rossi</span>
          </span>
          <Badge tone="good">Accepted</Badge>
        </p>
        <p className="flex items-center justify-between gap-3 border-line border-t py-2.5">
          <span>
            <span className="font-medium">INV-2026-0212</span> <span className="text-muted">$3,480.00</span>
          </span>
          <Badge>Draft</Badge>
        </p>
      </Strength>
      <Strength
        className="lg:col-span-3"
        title="Double-entry books, kept for you"
        text="Every invoice, payment and expense is posted as it happens. Click a figure to see the entries that it is made of."
      >
        <Row left="Accounts receivable" right="$5,163.53 Dr" />
        <Row left="Sales" right="$4,770.00 Cr" />
        <Row left="Sales tax payable" right="$393.53 Cr" />
      </Strength>
      <Strength
        className="lg:col-span-3"
        title={`Documents in ${languageCount} languages`}
        text="Invoices and estimates in the language you choose, also from right to left."
      >
        <p className="flex flex-wrap gap-2 font-[family-name:system-ui]">
          {invoiceTitles.map((title) => (
            <span key={title} dir="auto" className="rounded-full border border-line bg-canvas px-3 py-1">
              {title}
            </span>
          ))}
          <span className="py-1 font-sans text-muted">and {languageCount - invoiceTitles.length} more</span>
        </p>
      </Strength>
    </div>
  </section>
)
