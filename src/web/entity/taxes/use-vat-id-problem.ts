import { useEffect, useState } from 'react'
import { findVatIdProblem } from '#shared/vat-ids.ts'

/** An unfinished id is not called wrong before the field is left; from then on each letter is checked. */
export const useVatIdProblem = (vatId: string, countryCode: string): { problem: string | undefined; leave: () => void } => {
  const found = vatId.trim() === '' ? undefined : findVatIdProblem(vatId, countryCode || null)
  const [isLeft, setLeft] = useState(false)
  const isRight = found === undefined
  useEffect(() => {
    if (isRight) setLeft(false)
  }, [isRight])
  return { problem: isLeft ? found : undefined, leave: () => setLeft(!isRight) }
}
