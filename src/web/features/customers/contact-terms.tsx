import { CalendarClock } from 'lucide-react'
import { type DueTerms, describeDueTerms } from '#shared/due-terms.ts'
import { ContactLine } from './contact-line.tsx'

/** Loaded for the few customers that have own terms. */
export default function ContactTerms({ terms }: { terms: DueTerms }) {
  const text = describeDueTerms(terms)
  return <ContactLine icon={CalendarClock} label="Payment terms" text={text && `Payment terms ${text}`} />
}
