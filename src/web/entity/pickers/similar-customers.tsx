import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { customerEndpoints } from '#modules/customers/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { call } from '#web/lib/api/client.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'

const typingPauseMs = 400

type Typed = { name: string; email: string; customerId?: number | undefined }

/** @param customerId the customer being edited */
export const useSimilarCustomers = (typed: Typed): { name: string | undefined; email: string | undefined } => {
  const name = useDebounced(typed.name.trim(), typingPauseMs)
  const email = useDebounced(typed.email.trim(), typingPauseMs)
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

export const SimilarCustomerHint = ({ text }: { text: string }) => (
  <span role="status" className="text-warn [overflow-wrap:anywhere]">
    {text}
  </span>
)
