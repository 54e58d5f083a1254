import type { z } from 'zod'
import type { paperEmail, sendEmailReply } from '#shared/api/paper-emails.ts'
import { ApiError, serverMessage } from '#web/lib/api.ts'
import { deed } from '#web/lib/deed.ts'
import { GivenUp } from '#web/lib/patience.ts'
import { type Request, SavedBefore } from '#web/lib/saves.ts'
import { toast } from '#web/lib/toast.ts'

export type Words = { subject?: string; message?: string }
export type Refusal = { title: string; reason: string }

/** How the papers of one kind go out by e-mail. */
export type EmailKind<Mailed extends { id: number }> = {
  /** As sentences call it. */
  noun: string
  numberOf: (paper: Mailed) => string
  /** Why there is no point in asking the server; what it doesn't know of the paper it leaves to him. */
  refusal: (paper: Mailed) => Refusal | undefined
  /** What is said above one of the server's refusals, where that isn't the usual. */
  titleOf: (reason: string) => string | undefined
  send: (paper: Mailed, words: Words, request: Request) => Promise<z.input<typeof sendEmailReply>>
  look: (paper: Mailed, emailId: number) => Promise<z.input<typeof paperEmail>>
}

/** What became of it: the mail server took it, hasn't answered yet, refused it; or it was not even tried. */
export type SendOutcome =
  | { state: 'accepted'; to: string }
  | { state: 'queued'; to: string; reason: string | null }
  | { state: 'failed'; to: string; reason: string }
  | ({ state: 'refused' } & Refusal)

const patienceMs = 8000
const lookAgainMs = 400

/** What papers of every kind lack before they can go out. */
export const noAddress: Refusal = { title: 'No Email Address', reason: "Customer doesn't have an email address on file." }

/** Why it was not taken on. The server's own words stand where it has some: at a 409 the screen is older than what happened meanwhile, at a 429 he has to wait. */
const refusalOf = ({ noun, titleOf }: Pick<EmailKind<never>, 'noun' | 'titleOf'>, error: unknown): Refusal => {
  if (error instanceof GivenUp)
    return { title: 'Stopped waiting', reason: 'Whether it was sent is not known. Look at its e-mails before you send it again.' }
  if (error instanceof SavedBefore)
    return { title: 'Sent before', reason: 'It was sent before you changed its words here. Sent again, the customer gets a second e-mail.' }
  const otherwise = `Failed to send ${noun} email. Please try again.`
  if (!(error instanceof ApiError) || ![409, 429].includes(error.status)) return { title: 'Email Failed', reason: otherwise }
  const reason = serverMessage(error, otherwise)
  return { title: titleOf(reason) ?? 'Email Failed', reason }
}

type Email = z.input<typeof paperEmail>
const settled = async (look: () => Promise<Email>, to: string): Promise<SendOutcome> => {
  const until = Date.now() + patienceMs
  let reason: string | null = null
  do {
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    try {
      const email = await look()
      if (email.state === 'accepted') return { state: 'accepted', to }
      reason = email.reason
      if (email.state === 'failed') return { state: 'failed', to, reason: reason ?? 'The mail server refused it.' }
    } catch {
      // It is queued, whatever this question came to.
    }
  } while (Date.now() < until)
  return { state: 'queued', to, reason }
}

/**
 * Has the paper sent and waits for the mail server's word, up to 8 seconds. A draft becomes sent by it. Never throws.
 * @param words in place of the subject and message that the server would write
 * @param save sends it, and again after a lost answer, so that the customer gets one e-mail
 */
export const sendAndSettle = async <Mailed extends { id: number }>(
  kind: EmailKind<Mailed>,
  paper: Mailed,
  words: Words = {},
  save: <Answer>(send: (request: Request) => Promise<Answer>) => Promise<Answer> = deed,
): Promise<SendOutcome> => {
  const refusal = kind.refusal(paper)
  if (refusal) return { state: 'refused', ...refusal }
  try {
    const { emailedTo, email } = await save((request) => kind.send(paper, words, request))
    return await settled(() => kind.look(paper, email.id), emailedTo)
  } catch (error) {
    return { state: 'refused', ...refusalOf(kind, error) }
  }
}

/** Says what became of it. */
export const tellOutcome = <Mailed extends { id: number }>(
  { noun, numberOf }: EmailKind<Mailed>,
  paper: Mailed,
  outcome: SendOutcome,
): void => {
  const it = `${noun} ${numberOf(paper)}`
  if (outcome.state === 'accepted')
    toast({ title: 'Email Sent', description: `${it.charAt(0).toUpperCase()}${it.slice(1)} has been sent to ${outcome.to}` })
  else if (outcome.state === 'queued')
    toast({
      title: 'Email Queued',
      description: `The mail server hasn't taken ${it} to ${outcome.to} yet. It will be tried again by itself.`,
      detail: outcome.reason ?? undefined,
      isWaiting: true,
    })
  else if (outcome.state === 'failed')
    toast({
      title: 'Email Failed',
      description: `The mail server refused ${it} to ${outcome.to}.`,
      detail: outcome.reason,
      variant: 'destructive',
    })
  else toast({ title: outcome.title, description: outcome.reason, variant: 'destructive' })
}
