import { useQuery } from '@tanstack/react-query'
import { type FocusEventHandler, type Ref, useState } from 'react'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { itemEndpoints } from '#shared/contract/endpoints/items.ts'
import { call } from '#web/lib/api/client.ts'
import { SuggestInput } from '#web/ui/combobox/suggest-input.tsx'
import type { ControlProps } from '#web/ui/field.tsx'

type Props = ControlProps & {
  value: string
  onChange: (category: string) => void
  name?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined
}

/** An item's category: any text, with those in use on offer. They are asked for when somebody comes to the field. */
export const CategoryInput = ({ onChange, ...rest }: Props) => {
  const [wasThere, setWasThere] = useState(false)
  const known = useQuery({
    // Under the items' path: a changed item may have brought a new category.
    queryKey: [apiPaths.items, 'categories'],
    queryFn: ({ signal }) => call(itemEndpoints.categories, { signal }),
    enabled: wasThere,
  })
  return <SuggestInput {...rest} onValueChange={onChange} suggestions={known.data ?? []} onFocus={() => setWasThere(true)} />
}
