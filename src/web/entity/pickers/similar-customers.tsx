import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { customerEndpoints } from '#shared/contract/endpoints/customers.ts'
import { call } from '#web/lib/api/client.ts'

const typingPauseMs = 400

type Typed = { name: string; email: string; customerId?: number | undefined }

/**
 * Hints for the fields of a customer's form: another customer has this email, or this name. They keep nothing from being saved.
 * @param customerId the customer that is edited
 */
export const useSimilarCustomers = (typed: Typed): { name: string | undefined; email: string | undefined } => {
  const name = usePause(typed.name.trim())
  const email = usePause(typed.email.trim())
  const { customerId } = typed
  const { data } = useQuery({
    queryKey: [apiPaths.customers, 'similar', name, email, customerId],
    queryFn: ({ signal }) => call(customerEndpoints.similar, { body: { rows: [{ name, email }], customerId }, signal }),
    enabled: (name !== '' && name.length <= 200) || (email !== '' && email.length <= 254),
    placeholderData: keepPreviousData,
  })
  const found = (by: 'name' | 'email') => data?.found.find((one) => one.by === by)?.customer
  const [byName, byEmail] = [found('name'), found('email')]
  return {
    name: byName !== undefined && typed.name.trim() === name ? `Another customer has this name: ${byName}.` : undefined,
    email: byEmail !== undefined && typed.email.trim() === email ? `Another customer has this email: ${byEmail}.` : undefined,
  }
}

/** The text after nothing was typed for a moment. */
const usePause = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** A notice below a field: not wrong, but worth a look. */
export const SimilarCustomerHint = ({ words }: { words: string }) => (
  <span role="status" className="text-warn [overflow-wrap:anywhere]">
    {words}
  </span>
)
