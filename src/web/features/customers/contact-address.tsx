import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import type { Customer } from '#modules/customers/contract.ts'
import { formatAddress, getHomeCountry } from '#shared/addresses.ts'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { ContactLine } from './contact-line.tsx'

/** Loaded by itself, so that no other page carries the formats of all countries. */
export default function ContactAddress({ customer }: { customer: Customer }) {
  const { data: profile } = useQuery({ ...businessProfileQuery, enabled: !customer.country })
  const text = formatAddress(customer, profile ? getHomeCountry(profile) : null).join(', ')
  return <ContactLine icon={MapPin} label="Address" text={text} />
}
