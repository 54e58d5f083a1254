import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type ExchangeRate, exchangeRateKey } from '#modules/exchange-rates/contract.ts'
import { exchangeRateEndpoints } from '#modules/exchange-rates/model.ts'
import { exchangeRateInput } from '#shared/contract/fields.ts'
import { isCurrency } from '#shared/currencies.ts'
import { RateInput } from '#web/documents/rates/rate-input.tsx'
import { CurrencySelect, labelCurrency } from '#web/entity/pickers/currency-select.tsx'
import { RecordForm } from '#web/kit/record-form.tsx'
import { useDiscardGuard } from '#web/kit/use-discard-guard.ts'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { describeKey, refreshRates } from './use-rate-actions.ts'

const input = exchangeRateKey.extend({ rate: exchangeRateInput })

type Given = { row: ExchangeRate | undefined; rates: readonly ExchangeRate[] }

const ExchangeRateForm = ({ row, rates, ...ends }: Given & FormEnds) => {
  const home = useHomeCurrency()
  const { form, errorOf, frame } = useRecordForm<z.input<typeof input>, ExchangeRate>({
    ...ends,
    noun: 'exchange rate',
    schema: input.check(({ value, issues }) => {
      if (row || !rates.some(({ currency, day }) => currency === value.currency && day === value.day)) return
      const message = `You have a rate of ${describeKey(value)} already. Edit that one`
      issues.push({ code: 'custom', input: value.day, path: ['day'], message })
    }),
    defaults: row ?? { currency: rates[0]?.currency ?? (home === 'EUR' ? 'USD' : 'EUR'), day: getToday(), rate: '' },
    first: row ? 'rate' : 'currency',
    save: ({ currency, day, rate }, request) => call(exchangeRateEndpoints.save, { params: { currency, day }, body: { rate }, ...request }),
    done: (saved) => ({ title: 'Success', description: `Rate of ${describeKey(saved)} saved` }),
    refresh: refreshRates,
  })
  const { register, control } = form
  const chosen = useWatch({ control, name: 'currency' })
  return (
    <RecordForm frame={frame} send={['Save Rate', 'Saving...']}>
      <Field label="Currency" required={!row} error={errorOf('currency')}>
        {row ? (
          <Input readOnly autoComplete="off" value={labelCurrency(row.currency)} />
        ) : (
          <CurrencySelect {...register('currency')} without={home} />
        )}
      </Field>
      <Field label="Day" required={!row} error={errorOf('day')} hint="Also used for the next 7 days, or until a newer rate.">
        {row ? <Input readOnly autoComplete="off" value={row.day} /> : <FormDateInput control={control} name="day" isFarUsual />}
      </Field>
      <Field label="Exchange Rate" required error={errorOf('rate')}>
        <RateInput {...register('rate')} currency={isCurrency(chosen) ? chosen : home} />
      </Field>
    </RecordForm>
  )
}

type Props = Given & { open: boolean; onClose: () => void }

export default function ExchangeRateDialog({ open, onClose, ...given }: Props) {
  const { close, formRef } = useDiscardGuard('Discard this exchange rate? What you typed will be lost.', onClose)
  return (
    <Modal title={given.row ? 'Edit Exchange Rate' : 'Add Exchange Rate'} size="sm" open={open} onClose={close} guard>
      <ExchangeRateForm {...given} onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
