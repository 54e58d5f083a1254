import { Clock, FileQuestion, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { payPath } from '#shared/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

type Props = { icon: ReactNode; title: string; text?: ReactNode; actions?: ReactNode }

const Message = ({ icon, title, text, actions }: Props) => (
  <div role="status" className="flex flex-col items-center text-center">
    <span className="grid size-14 place-items-center rounded-full bg-sunken text-muted [&_svg]:size-7">{icon}</span>
    <h1 className="mt-5 font-semibold text-xl tracking-tight">{title}</h1>
    {text && <p className="mt-2 text-muted">{text}</p>}
    {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)

export const Confirming = () => (
  <Message
    icon={<LoaderCircle className="motion-safe:animate-spin" aria-hidden />}
    title="Confirming your payment…"
    text="This takes a few seconds. You can leave this page: your payment goes on without it."
  />
)

type NotConfirmedProps = { number: string; publicId: string; again: () => void }

export const NotConfirmed = ({ number, publicId, again }: NotConfirmedProps) => (
  <Message
    icon={<Clock aria-hidden />}
    title="Your payment is not confirmed yet"
    text={`If you have just paid invoice ${number}, the confirmation is on its way: there is no need to pay again. A receipt comes by e-mail as soon as it is confirmed.`}
    actions={
      <>
        <Button onClick={again}>Check again</Button>
        <Link asChild href={payPath(publicId)}>
          <ButtonLink variant="secondary">Back to the invoice</ButtonLink>
        </Link>
      </>
    }
  />
)

export const NotFound = ({ retry }: { retry: (() => void) | undefined }) => (
  <Message
    icon={<FileQuestion aria-hidden />}
    title="Invoice not found."
    text="Check that the link is complete, or ask the business that sent the invoice for a new one."
    actions={
      retry && (
        <Button variant="secondary" onClick={retry}>
          Check again
        </Button>
      )
    }
  />
)
