import { CircleCheck, CircleX, Clock, type LucideIcon, Mail, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { PublicEstimateWire } from '#shared/contract/public-estimate.ts'
import { today } from '#shared/dates.ts'
import { formatDay, formatMoney, t } from '#web/documents/public/language.ts'
import { PanelCard } from '#web/documents/public/panel-card.tsx'
import { rich } from '#web/documents/public/rich-text.ts'
import { getTimeZone, getToday } from '#web/lib/format/today.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { ReadablePage } from './use-answer.ts'

/** In the reader's time zone: 'Jan 05, 2026, 14:32'. */
export const formatInstant = (instant: string): string => {
  const [at, timeZone] = [new Date(instant), getTimeZone()]
  return `${formatDay(today(at, timeZone))}, ${at.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone })}`
}

type StatusHeadingProps = { hasChanged: boolean; className?: string; children: ReactNode }

/** A state that changed while the page was open takes the focus, because the focused element is gone. */
export const StatusHeading = ({ hasChanged, className, children }: StatusHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasChanged) heading.current?.focus()
  }, [hasChanged])
  return (
    <h2 ref={heading} tabIndex={-1} className={cx('font-semibold text-base outline-none', className)}>
      {children}
    </h2>
  )
}

type ContactLinkProps = { page: PublicEstimateWire; label: string }

export const ContactLink = ({ page: { businessProfile, estimateNumber }, label }: ContactLinkProps) => {
  const { email, phone } = businessProfile
  if (!email && !phone) return null
  const href = email
    ? `mailto:${email}?subject=${encodeURIComponent(`${t('Estimate')} ${estimateNumber}`)}`
    : `tel:${phone!.replace(/[^+\d]/g, '')}`
  return (
    <ButtonLink variant="secondary" className="mt-4 max-sm:w-full print:hidden" href={href}>
      {email ? <Mail /> : <Phone />}
      {label}
    </ButtonLink>
  )
}

type Props = {
  page: ReadablePage
  /** While the page was open: it is announced and takes the focus. */
  hasChanged: boolean
}

export const Accepted = ({ page, hasChanged }: Props) => (
  <AnswerPanel icon={CircleCheck} tone="text-good" title={t('Estimate accepted')} hasChanged={hasChanged}>
    {page.answer ? (
      <p>
        {rich('Accepted by {name} on {date}.', { name: <Name>{page.answer.by}</Name>, date: formatInstant(page.answer.at) })}{' '}
        {t('Thank you!')}
      </p>
    ) : (
      <p>{rich('{business} marked it as accepted.', { business: <Name>{page.businessProfile.businessName}</Name> })}</p>
    )}
    {page.invoicePath ? (
      <>
        <p className="mt-2 text-muted">{t('The invoice is ready.')}</p>
        <Link asChild href={page.invoicePath}>
          <ButtonLink className="mt-4 h-11 w-full text-base sm:max-lg:w-auto sm:max-lg:min-w-40">{t('View invoice')}</ButtonLink>
        </Link>
      </>
    ) : (
      <p className="mt-2 text-muted">
        {rich('{business} will send you an invoice for {amount}.', {
          business: <bdi>{page.businessProfile.businessName}</bdi>,
          amount: formatMoney(page.estimate.total, page.estimate.currency),
        })}
      </p>
    )}
  </AnswerPanel>
)

export const Declined = ({ page, hasChanged }: Props) => (
  <AnswerPanel icon={CircleX} tone="text-danger" title={t('Estimate declined')} hasChanged={hasChanged}>
    {page.answer ? (
      <p>
        {page.answer.by
          ? rich('Declined by {name} on {date}.', { name: <Name>{page.answer.by}</Name>, date: formatInstant(page.answer.at) })
          : t('Declined on {date}.', { date: formatInstant(page.answer.at) })}
      </p>
    ) : (
      <p>{rich('{business} marked it as declined.', { business: <Name>{page.businessProfile.businessName}</Name> })}</p>
    )}
    {page.answer?.reason && (
      <blockquote dir="auto" className="mt-3 whitespace-pre-line border-line border-s-2 ps-3 text-muted [overflow-wrap:anywhere]">
        {page.answer.reason}
      </blockquote>
    )}
    <p className="mt-3 text-muted">
      {rich('Changed your mind? {business} can reopen it for you.', { business: <bdi>{page.businessProfile.businessName}</bdi> })}
    </p>
    <ContactLink page={page} label={t('Contact the business')} />
  </AnswerPanel>
)

export const Expired = ({ page, hasChanged }: Props) => (
  <AnswerPanel icon={Clock} tone="text-warn" title={t('Estimate expired')} hasChanged={hasChanged}>
    {/* The owner may mark it as expired before its date. */}
    <p>
      {page.estimate.expiryDate < getToday()
        ? t('This estimate expired on {date}.', { date: formatDay(page.estimate.expiryDate) })
        : t('This estimate has expired.')}
    </p>
    <p className="mt-2 text-muted">
      {rich('It can no longer be accepted. Ask {business} for a new one.', { business: <bdi>{page.businessProfile.businessName}</bdi> })}
    </p>
    <ContactLink page={page} label={t('Ask for a new estimate')} />
  </AnswerPanel>
)

type AnswerPanelProps = { icon: LucideIcon; tone: string; title: string; hasChanged: boolean; children: ReactNode }

const AnswerPanel = ({ icon: Icon, tone, title, hasChanged, children }: AnswerPanelProps) => (
  <PanelCard className="text-sm [overflow-wrap:anywhere] print:hidden">
    <StatusHeading hasChanged={hasChanged} className={cx('mb-2 flex items-start gap-2', tone)}>
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />
      {title}
    </StatusHeading>
    {children}
  </PanelCard>
)

const Name = ({ children }: { children: string | null }) => <bdi className="font-medium">{children}</bdi>
