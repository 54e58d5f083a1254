import type { Failure } from '#web/lib/mutations/failure.ts'

/** Why a form was refused, where no field says it. */
export const FormError = ({ failure }: { failure: Failure | undefined }) =>
  failure && (
    <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2.5 text-danger text-sm [overflow-wrap:anywhere]">
      {failure.message}
    </p>
  )
