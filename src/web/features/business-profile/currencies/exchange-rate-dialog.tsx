import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type ExchangeRate, exchangeRateKey } from '#modules/exchange-rates/contract.ts'
import { exchangeRateEndpoints } from '#modules/exchange-rates/model.ts'
import { exchangeRateInput } from '#shared/contract/fields.ts'
import { type Currency, isCurrency } from '#shared/currencies.ts'
import { type FormRef, useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { RateInput } from '#web/documents/rates/rate-input.tsx'
import { CurrencySelect, labelCurrency } from '#web/entity/pickers/currency-select.tsx'
import { call } from '#web/lib/api/client.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { describeKey, useRefreshRates } from './use-rate-actions.ts'

const input = exchangeRateKey.extend({ rate: exchangeRateInput })
type Typed = z.input<typeof input>

type FormProps = {
  row: ExchangeRate | undefined
  rates: readonly ExchangeRate[]
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

const ExchangeRateForm = ({ row, rates, onClose, onCancel, formRef }: FormProps) => {
  const home = useHomeCurrency()
  const schema = useMemo(
    () =>
      input.check(({ value, issues }) => {
        if (row || !rates.some(({ currency, day }) => currency === value.currency && day === value.day)) return
        issues.push({
          code: 'custom',
          input: value.day,
          path: ['day'],
          message: `You have a rate of ${describeKey(value)} already. Edit that one`,
        })
      }),
    [row, rates],
  )
  const { register, control, handleSubmit, setError, setFocus, formState } = useForm<Typed>({
    resolver: zodResolver<Typed, unknown, unknown>(schema, undefined, { raw: true }) as never,
    defaultValues: row ?? { currency: rates[0]?.currency ?? (home === 'EUR' ? 'USD' : 'EUR'), day: getToday(), rate: '' },
  })
  const { errors, isDirty } = formState
  const chosen = useWatch({ control, name: 'currency' })
  const currency: Currency = isCurrency(chosen) ? chosen : home
  useEffect(() => setFocus(row ? 'rate' : 'currency', { shouldSelect: true }), [setFocus, row])
  const saves = useIdempotentSave()
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current, discard: () => {} }))
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (path in input.shape ? path : undefined))
  const refresh = useRefreshRates()
  const save = useMutation({
    mutationFn: (body: Typed) =>
      saves.save(body, (request) =>
        call(exchangeRateEndpoints.save, { params: { currency: body.currency, day: body.day }, body: { rate: body.rate }, ...request }),
      ),
    onSuccess: (saved) => {
      toast({ title: 'Success', description: `Rate of ${describeKey(saved)} saved` })
      onClose()
      return refresh()
    },
    onError: show,
  })
  const submit = handleSubmit((body) => {
    if (save.isPending) return
    clear()
    save.mutate(body)
  })
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-4">
      <FormError failure={failure} />
      <Field label="Currency" required={!row} error={errors.currency?.message}>
        {row ? (
          <Input readOnly autoComplete="off" value={labelCurrency(row.currency)} />
        ) : (
          <CurrencySelect {...register('currency')} without={home} />
        )}
      </Field>
      <Field label="Day" required={!row} error={errors.day?.message} hint="Also used for the next 7 days, or until a newer rate.">
        {row ? <Input readOnly autoComplete="off" value={row.day} /> : <FormDateInput control={control} name="day" isFarUsual />}
      </Field>
      <Field label="Exchange Rate" required error={errors.rate?.message}>
        <RateInput {...register('rate')} currency={currency} />
      </Field>
      <ModalFooter>
        <SavePendingNotice saves={saves} />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save Rate'}
        </Button>
      </ModalFooter>
    </form>
  )
}

type Props = Pick<FormProps, 'row' | 'rates' | 'onClose'> & { open: boolean }

export const ExchangeRateDialog = ({ open, ...props }: Props) => {
  const { close, formRef } = useDiscardGuard('Discard this exchange rate? What you typed will be lost.', props.onClose)
  return (
    <Modal title={props.row ? 'Edit Exchange Rate' : 'Add Exchange Rate'} size="sm" open={open} onClose={close} guard>
      <ExchangeRateForm {...props} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
