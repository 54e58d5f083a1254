import { BookOpen } from 'lucide-react'
import type { ItemWire } from '#modules/items/contract.ts'
import { itemEndpoints } from '#modules/items/model.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'
import { callPage } from '#web/lib/api/client.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Combobox } from '#web/ui/combobox/combobox.tsx'
import { maxOptions } from '#web/ui/combobox/option-list.tsx'
import { useOptionSearch } from './use-option-search.ts'

const search = async (currency: Currency, text: string, signal: AbortSignal) => {
  const { rows, next } = await callPage(itemEndpoints.list, { query: { search: text, limit: maxOptions, sort: 'name' }, signal })
  const options = rows.map((item) => ({
    id: item.id,
    label: item.name,
    note: item.category ?? undefined,
    aside: formatMoney(item.unitPrice, currency),
    item,
  }))
  return { options, more: next !== null }
}
const useItems = () => {
  const currency = useHomeCurrency()
  return useOptionSearch(itemEndpoints.list.path, (text, signal) => search(currency, text, signal), 'Items could not be loaded.')
}

/** False until known. */
export const useHasItems = (): boolean => {
  const { found } = useItems()
  return found.state === 'failed' || found.options.length > 0
}

/** While searching, the input covers the line's text. Needs a positioned parent. */
export const ItemSearch = ({ label, onPick }: { label: string; onPick: (item: ItemWire) => void }) => {
  const { found, onSearch } = useItems()
  return (
    <Combobox
      aria-label={label}
      value={null}
      onValueChange={(choice) => choice && onPick(choice.item)}
      found={found}
      onSearch={onSearch}
      placeholder="Search items..."
      icon={<BookOpen className="size-4" />}
      className="absolute top-0 right-0 h-9 w-9 rounded-r-md hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent data-open:w-full data-open:outline-none pointer-coarse:h-11 pointer-coarse:w-11 pointer-coarse:data-open:w-full"
      inputClassName="cursor-pointer opacity-0 group-data-open/combobox:cursor-text group-data-open/combobox:opacity-100"
    />
  )
}
