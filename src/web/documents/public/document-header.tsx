import { Badge, type Tone } from '#web/ui/badge.tsx'

type Props = {
  title: string
  state: { label: string; tone: Tone }
  facts: readonly Fact[]
}
type Fact = { label: string; text: string; isPast?: boolean }

export const DocumentHeader = ({ title, state, facts }: Props) => (
  <div className="border-line border-b px-4 py-5 sm:px-7 sm:py-6 print:px-0">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="min-w-0 font-semibold text-xl tracking-tight [overflow-wrap:anywhere] sm:text-2xl">{title}</h1>
      <Badge tone={state.tone} className="tracking-wide print:border print:border-current">
        {state.label.toUpperCase()}
      </Badge>
    </div>
    <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 text-sm empty:hidden sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      {facts.map(({ label, text, isPast = false }) => (
        <div key={label} className="min-w-0 first:col-span-2 sm:first:col-span-1">
          <dt className="text-muted">{label}</dt>
          <dd className={isPast ? 'font-medium text-danger' : 'font-medium [overflow-wrap:anywhere]'}>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
