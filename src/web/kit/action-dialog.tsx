import type { ReactNode } from 'react'
import { type FieldValues, type Path, type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type ActionField, type ActionFields, listProblems } from '#model/action.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { getAmountStep } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { cx } from '#web/ui/cx.ts'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Flag } from './flag.tsx'
import { RecordForm } from './record-form.tsx'
import { useDiscardGuard } from './use-discard-guard.ts'
import { type FormEnds, type RecordFormOptions, useRecordForm } from './use-record-form.tsx'

/** Undefined draws it as its kind is drawn; null draws nothing. */
type Own<Values extends FieldValues> = (form: UseFormReturn<Values>, error: string | undefined) => ReactNode

type FormProps<Values extends FieldValues, Reply> = Pick<
  RecordFormOptions<Values, Values, Reply>,
  'noun' | 'keptAs' | 'toField' | 'save' | 'done' | 'onSaved' | 'refresh' | 'onRefused'
> & {
  fields: ActionFields
  schema: z.ZodType<unknown, Values>
  /** What follows from what is typed in a field, below it; undefined while that is the field's own hint. */
  hints?: { readonly [Name in Path<Values>]?: (typed: unknown) => ReactNode }
  /** Draws a field by hand. */
  own?: { readonly [Name in Path<Values>]?: Own<Values> | undefined }
  /** What the form is called for screen readers; the noun, if missing. */
  label?: string
  send: readonly [label: string, pending: string]
  /** Above the fields, and below them. */
  intro?: ReactNode
  note?: string
  waiting?: string
}

type Props<Values extends FieldValues, Reply> = FormProps<Values, Reply> & {
  title: string
  description?: ReactNode
  /** Instead of 'Discard this write-off? What you typed will be lost.' */
  question?: string
  open: boolean
  onClose: () => void
}

const firstValues: { [K in ActionField['kind']]: (field: ActionField<K>) => string | boolean | undefined } = {
  money: ({ value, currency, isOptional }) => (value !== undefined ? toInputAmount(value, currency) : isOptional ? undefined : ''),
  rate: () => undefined,
  day: ({ value }) => value ?? getToday(),
  choice: ({ of }) => of[0]!,
  text: ({ value }) => value ?? '',
  flag: ({ value }) => value ?? false,
}

/** An optional amount or rate that was left empty is not sent. */
const omitEmpty = (fields: ActionFields, values: object) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = fields[name]
      return value !== '' || !field?.isOptional || (field.kind !== 'money' && field.kind !== 'rate')
    }),
  )

/** Asks for the fields of an action, and does it. */
export const ActionDialog = <Values extends FieldValues, Reply>(props: Props<Values, Reply>) => {
  const { title, description, noun, question = `Discard this ${noun}? What you typed will be lost.`, open, onClose } = props
  const { close, formRef } = useDiscardGuard(question, onClose)
  return (
    <Modal title={title} description={description} size="sm" open={open} onClose={close} guard>
      <ActionForm {...props} onCancel={close} formRef={formRef} />
    </Modal>
  )
}

const ActionForm = <Values extends FieldValues, Reply>(props: FormProps<Values, Reply> & FormEnds) => {
  const {
    fields,
    schema,
    hints,
    own,
    noun,
    label = noun.charAt(0).toUpperCase() + noun.slice(1),
    send,
    intro,
    note,
    waiting,
    save,
    ...others
  } = props
  const names = Object.keys(fields) as Path<Values>[]
  const { form, errorOf, frame } = useRecordForm<Values, Reply>({
    ...others,
    noun,
    schema: z.preprocess(
      (values) => omitEmpty(fields, values as object),
      schema.check(({ value, issues }) => {
        for (const { path, message } of listProblems(fields, value as Readonly<Record<string, unknown>>))
          issues.push({ code: 'custom', input: value, path: [path], message })
      }),
    ) as never,
    defaults: Object.fromEntries(names.map((name) => [name, firstValues[fields[name]!.kind](fields[name] as never)])) as Values,
    first: names[0]!,
    save: (values, request, saved) => save(omitEmpty(fields, values) as Values, request, saved),
  })
  return (
    <RecordForm frame={frame} {...{ label, send, intro, waiting }}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {names.map((name) => {
          const field = fields[name]!
          const drawn = own?.[name]?.(form, errorOf(name))
          const isWide = field.isWide || field.kind === 'text' || field.kind === 'flag'
          return drawn === null ? null : (
            <div key={name} className={cx('min-w-0', isWide && 'sm:col-span-2')}>
              {drawn ?? <Drawn {...{ name, field, form }} follow={hints?.[name]} error={errorOf(name)} />}
            </div>
          )
        })}
      </div>
      {note && <p className="text-[0.8125rem] text-muted">{note}</p>}
    </RecordForm>
  )
}

type DrawnProps<Values extends FieldValues> = {
  name: Path<Values>
  field: ActionField
  form: UseFormReturn<Values>
  follow: ((typed: unknown) => ReactNode) | undefined
  error: string | undefined
}

const Drawn = <Values extends FieldValues>({ name, field, form, follow, error }: DrawnProps<Values>) => {
  const { register, control } = form
  const typed = useWatch({ control, name, disabled: !follow })
  const { label } = field
  const hint = (!error && follow?.(typed)) || field.hint
  if (field.kind === 'flag') return <Flag {...register(name)} {...{ label, hint }} />
  return (
    <Field {...{ label, hint, error }} required={!field.isOptional}>
      {field.kind === 'money' ? (
        <Input
          {...register(name)}
          type="number"
          min={getAmountStep(field.currency)}
          step={getAmountStep(field.currency)}
          className="text-right"
        />
      ) : field.kind === 'day' ? (
        <FormDateInput control={control} name={name} />
      ) : field.kind === 'choice' ? (
        <Select {...register(name)}>
          {field.of.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      ) : (
        <Input
          {...register(name)}
          dir="auto"
          autoComplete="off"
          {...(field.kind === 'text' && { maxLength: field.maxLength, placeholder: field.placeholder })}
        />
      )}
    </Field>
  )
}
