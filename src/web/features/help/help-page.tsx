import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useShortcutsHelp } from '#web/lib/dialogs/shortcuts-help.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const To = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="font-medium text-accent underline underline-offset-2">
    {children}
  </Link>
)

type Topic = { title: string; answers: readonly (readonly [question: string, answer: ReactNode])[] }

const topics: readonly Topic[] = [
  {
    title: 'Invoices and estimates',
    answers: [
      [
        'How do I send an invoice?',
        <>
          Press New Invoice, choose a customer, add lines, then Create &amp; Send. The customer gets an email with the PDF and a link to
          pay. Without an email address you get the link to copy.
        </>,
      ],
      [
        'How do I turn an estimate into an invoice?',
        <>
          In <To href="/estimates">Estimates</To>, choose Convert to Invoice. Customers can also accept an estimate online, from the link in
          its email.
        </>,
      ],
      [
        'Can I change an invoice after it was sent?',
        'Yes. Edit it; its history says what changed. The customer’s link always shows the invoice as it is now.',
      ],
    ],
  },
  {
    title: 'Getting paid',
    answers: [
      [
        'How can customers pay online?',
        <>
          Connect Stripe or PayPal in the <To href="/business-profile">Business Profile</To>. Each invoice’s link then offers card or
          PayPal.
        </>,
      ],
      [
        'How can customers pay by bank transfer?',
        <>
          Add your bank account under Payments in the <To href="/business-profile?section=payments">Business Profile</To>. Invoices then say
          where to pay, with the reference to use, and in euros with a code for banking apps.
        </>,
      ],
      [
        'I was paid by bank transfer or cash',
        'Open the invoice and choose Record Payment. Part payments leave the rest due, and what is paid beyond the total is credit of the customer.',
      ],
      [
        'I got one payment for several invoices, or before any',
        <>
          Open the customer in <To href="/customers">Customers</To> and choose Record Payment. The invoices that are due first are paid
          first, you can change each amount, and the rest is credit.
        </>,
      ],
      [
        'How do I offer a discount for early payment?',
        'Set it at the customer or under More on the invoice, such as 2% within 10 days. When the money comes in time, Record Payment offers the discount and credits the rest with its tax. Online payments are for the full amount.',
      ],
      ['How do I refund a payment?', 'Open the invoice: each online payment has Refund. A payment recorded by hand can be undone.'],
    ],
  },
  {
    title: 'Records and books',
    answers: [
      [
        'Can I bring my customers, items and expenses?',
        <>
          Yes, as CSV files: <To href="/customers">Customers</To>, <To href="/items">Items &amp; Services</To> and{' '}
          <To href="/expenses">Expenses</To> have Import. Unpaid invoices of another program are entered as{' '}
          <To href="/books/opening-balances">opening balances</To>.
        </>,
      ],
      [
        'Where do I enter bank fees, loans and money for myself?',
        <>
          In the <To href="/books">journal</To>: Record an entry has them in plain words, and shows the two lines that it posts.
        </>,
      ],
      [
        'Money came, and I don’t know who paid it. Where does it go?',
        <>
          Into the <To href="/books">journal</To>, as an entry: Money came that I can’t place yet. When you know, open the customer and
          press Record Payment: it offers the money, and your bank balance stays right all the while.
        </>,
      ],
      [
        'What does my accountant need?',
        <>
          <To href="/reports">Reports</To> are exported as CSV and PDF, and the <To href="/books">journal</To> as CSV and for hledger.
        </>,
      ],
    ],
  },
  {
    title: 'Your account',
    answers: [
      [
        'How do I protect my account, or take my data with me?',
        <>
          <To href="/account">Account</To> has two-factor sign-in, your sessions, a complete export, and deletion.
        </>,
      ],
      [
        'Can another program use my data?',
        <>
          Yes, with an API token of your <To href="/account">Account</To>. The{' '}
          <a href="/api/docs" className="font-medium text-accent underline underline-offset-2">
            API reference
          </a>{' '}
          lists every call.
        </>,
      ],
    ],
  },
]

const HelpPage = () => {
  const openShortcuts = useShortcutsHelp()
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {topics.map(({ title, answers }) => (
        <Card key={title}>
          <h2 className="font-semibold text-base">{title}</h2>
          <dl className="mt-3 grid gap-4 text-sm">
            {answers.map(([question, answer]) => (
              <div key={question}>
                <dt className="font-medium">{question}</dt>
                <dd className="mt-0.5 text-muted">{answer}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
      <Card className="flex flex-wrap items-center justify-between gap-3 lg:col-span-2">
        <div>
          <h2 className="font-semibold text-base">Faster by keyboard</h2>
          <p className="mt-0.5 text-muted text-sm">Every list and form works without a mouse. Press ? on any page to see the keys.</p>
        </div>
        <Button variant="secondary" onClick={openShortcuts}>
          Keyboard shortcuts
        </Button>
      </Card>
    </div>
  )
}

export default HelpPage
