import { Mail, Phone } from 'lucide-react'
import type { PublicEstimateWire } from '#shared/api/public-estimate.ts'
import { ButtonLink } from '#web/ui/button.tsx'

type Props = { page: PublicEstimateWire; words: string }

/** Reaches the business about the estimate: by e-mail, else by telephone. Nothing where it gave neither. */
export const ContactLink = ({ page: { businessProfile, estimateNumber }, words }: Props) => {
  const { email, phone } = businessProfile
  if (!email && !phone) return null
  const href = email
    ? `mailto:${email}?subject=${encodeURIComponent(`Estimate ${estimateNumber}`)}`
    : `tel:${phone!.replace(/[^+\d]/g, '')}`
  return (
    <ButtonLink variant="secondary" className="mt-4 max-sm:w-full print:hidden" href={href}>
      {email ? <Mail /> : <Phone />}
      {words}
    </ButtonLink>
  )
}
