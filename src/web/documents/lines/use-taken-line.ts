import { useState } from 'react'
import type { ItemWire } from '#modules/items/contract.ts'
import { itemEndpoints } from '#modules/items/model.ts'
import { lineTotal } from '#shared/draft-totals.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { isUnitCode } from '#shared/units.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { refreshPaths } from '#web/lib/api/query-client.ts'
import { useDocumentCurrency } from './document-currency.ts'
import type { LineChoice } from './line-search.tsx'
import { getOfferedRate, loadTaxRates } from './tax-rates.ts'
import type { LineForm } from './use-lines.ts'
import type { UsedLine } from './used-lines.ts'

/** Fills a line from what is chosen for it, or saves it as an item. */
export const useTakenLine = (index: number, form: LineForm) => {
  const { getValues, setValue, setFocus, getFieldState, recalculateTax, describeItem, picksOne, suggestRate } = form
  const currency = useDocumentCurrency()
  const [awaitsPrice, setAwaitsPrice] = useState(false)
  const save = useAction({
    send: (_, request) => {
      const { description, unitPrice, unitCode, taxRateId } = getLine()
      return call(itemEndpoints.create, { body: { name: description.trim(), unitPrice, unitCode, taxRateId }, ...request })
    },
    done: ({ id, name }) => {
      if (getLine()?.description.trim() === name) setValue(`lineItems.${index}.itemId`, id, { shouldDirty: true })
      return { title: 'Success', description: 'Item created successfully' }
    },
    failed: 'Failed to create item',
    refresh: () => refreshPaths([itemEndpoints.list.path]),
  })
  const getLine = () => getValues(`lineItems.${index}`)
  const onPriced = () => {
    if (!awaitsPrice || lineTotal(getLine(), currency) === null) return
    setAwaitsPrice(false)
    void save.start()
  }
  const fill = (field: 'description' | 'unitPrice' | 'quantity', text: string) => {
    const name = `lineItems.${index}.${field}` as const
    setValue(name, text, { shouldDirty: true, shouldValidate: getFieldState(name).invalid })
  }
  const finish = (description: string, { unitPrice, unitCode }: Pick<ItemWire, 'unitPrice' | 'unitCode'>) => {
    if (isUnitCode(unitCode)) setValue(`lineItems.${index}.unitCode`, unitCode, { shouldDirty: true })
    fill('description', description)
    fill('unitPrice', toInputAmount(unitPrice, currency))
    recalculateTax()
    setFocus(`lineItems.${index}.quantity`, { shouldSelect: true })
  }
  const pick = async (item: ItemWire) => {
    const line = getLine()
    // A line that still has the rate suggested for its former item gets the one suggested for this.
    const keepsRate = item.taxRateId === null && line.taxRateId !== suggestRate(line.itemTaxRateId ?? null)
    // The totals need the rate's percentages.
    if (item.taxRateId !== null) await loadTaxRates()
    setValue(`lineItems.${index}.itemId`, item.id, { shouldDirty: true })
    setValue(`lineItems.${index}.itemTaxRateId`, item.taxRateId)
    if (!keepsRate) setValue(`lineItems.${index}.taxRateId`, suggestRate(item.taxRateId), { shouldDirty: true })
    if (picksOne) fill('quantity', '1')
    finish(describeItem(item), item)
  }
  const repeat = async (used: UsedLine) => {
    if (used.taxRateId !== null) await loadTaxRates()
    const taxRateId = getOfferedRate(used.taxRateId)
    setValue(`lineItems.${index}.itemId`, null, { shouldDirty: true })
    if (getLine().followsItemPrice) setValue(`lineItems.${index}.followsItemPrice`, false)
    if (taxRateId !== null) setValue(`lineItems.${index}.taxRateId`, taxRateId, { shouldDirty: true })
    finish(used.description, used)
  }
  return {
    onPriced,
    hint: awaitsPrice ? 'Saved as an item once it has a rate.' : undefined,
    take: (choice: LineChoice) => {
      if (choice !== 'save') return void ('item' in choice ? pick(choice.item) : repeat(choice.used))
      const isPriced = lineTotal(getLine(), currency) !== null
      if (isPriced) void save.start()
      else {
        setAwaitsPrice(true)
        setFocus(`lineItems.${index}.unitPrice`)
      }
    },
  }
}
