import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { colorPresets } from '#shared/business-defaults.ts'
import { cents, toSum } from '#shared/money.ts'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { readColor, useIsDark } from '#web/lib/theme/theme.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Chart } from '#web/ui/charts/chart.tsx'
import { Field, Input } from '#web/ui/field.tsx'

const colors: readonly (readonly [name: string, use: string])[] = [
  ['canvas', 'the page'],
  ['surface', 'cards, dialogs, the header'],
  ['sunken', 'what is set into a surface'],
  ['line', 'between contents'],
  ['control', 'around fields'],
  ['ink', 'text'],
  ['muted', 'text that explains'],
  ['accent', 'actions, links, the selected entry'],
  ['accent-soft', 'behind the accent'],
  ['danger', 'late, lost, destructive'],
  ['good', 'done, received'],
  ['note', 'information'],
  ['warn', 'needs attention'],
]
const sizes: readonly (readonly [className: string, use: string])[] = [
  ['text-5xl font-semibold', 'Display'],
  ['text-4xl font-semibold', 'Landing title'],
  ['text-3xl font-semibold tabular-nums', '$12,480.00'],
  ['text-2xl font-semibold tabular-nums', 'Figure $936.80'],
  ['text-xl font-semibold', 'Page title'],
  ['text-lg font-semibold', 'Dialog title'],
  ['text-base font-semibold', 'Card title'],
  ['text-sm', 'Text: rows, fields, buttons'],
  ['text-small text-muted', 'Small: explanations'],
  ['text-xs text-muted', 'Caption: hints'],
]
const tones: readonly Tone[] = ['neutral', 'note', 'good', 'warn', 'danger', 'accent']
const statuses = ['draft', 'sent', 'paid', 'overdue', 'accepted', 'rejected', 'expired'] as const
const motions: readonly (readonly [className: string, name: string])[] = [
  ['group-hover:animate-fade-in', 'fade-in, 140 ms'],
  ['group-hover:animate-rise-in', 'rise-in, 160 ms'],
  ['group-hover:animate-slide-in', 'slide-in, 180 ms'],
]

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardTitle className="mb-4">{title}</CardTitle>
    {children}
  </Card>
)

const DesignPage = () => {
  // Reads the colors again when the theme changes.
  const isDark = useIsDark()
  return (
    <div className="grid gap-5">
      <p className="text-muted text-sm">Tokens of tokens.css in the {isDark ? 'dark' : 'light'} theme. This page is off in production.</p>
      <Section title="Color">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
          {colors.map(([name, use]) => (
            <li key={name} className="flex items-center gap-3">
              <svg className="size-10 shrink-0 rounded-md border border-line" aria-hidden>
                <rect width="100%" height="100%" fill={`var(--${name})`} />
              </svg>
              <span className="min-w-0">
                <span className="block font-medium text-sm">{name}</span>
                <span className="block text-muted text-xs">
                  {readColor(name)} · {use}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Type">
        <ul className="grid gap-3">
          {sizes.map(([className, use]) => (
            <li key={className} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className={className}>{use}</span>
              <code className="text-muted text-xs">{className}</code>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Space, shape and elevation">
        <ul className="flex flex-wrap items-end gap-6 text-muted text-xs">
          {['size-1', 'size-2', 'size-3', 'size-4', 'size-6', 'size-8', 'size-12'].map((size) => (
            <li key={size} className="grid justify-items-center gap-2">
              <span className={`${size} bg-accent`} />
              {size.replace('size-', '')}
            </li>
          ))}
          {['rounded-sm', 'rounded-md', 'rounded-xl', 'rounded-full', 'shadow-xs', 'shadow-sm', 'shadow-raised'].map((shape) => (
            <li key={shape} className="grid justify-items-center gap-2">
              <span className={`size-16 border border-line bg-surface ${shape} ${shape.startsWith('shadow') ? 'rounded-md' : ''}`} />
              {shape}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Motion">
        <ul className="flex flex-wrap gap-6 text-muted text-xs">
          {motions.map(([className, name]) => (
            <li key={name} className="group grid justify-items-center gap-2 overflow-hidden">
              <span className={`size-16 rounded-md bg-accent ${className}`} />
              {name}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Controls">
        <div className="flex flex-wrap gap-3">
          <Button>
            <Plus aria-hidden /> Primary
          </Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="danger">Delete</Button>
          <Button pending>Saving...</Button>
          <Button disabled>Disabled</Button>
        </div>
        <div className="mt-5 grid max-w-2xl gap-4 sm:grid-cols-2">
          <Field label="Name" hint="Shown on invoices.">
            <Input defaultValue="Sunrise Studio" />
          </Field>
          <Field label="Email" error="Enter a valid email address.">
            <Input defaultValue="hello@" />
          </Field>
        </div>
      </Section>
      <Section title="Status">
        <div className="flex flex-wrap gap-2">
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </Section>
      <Section title="Chart">
        <Chart
          currency="USD"
          title="Income and expenses"
          series={[
            { key: 'income', label: 'Income' },
            { key: 'expenses', label: 'Expenses' },
          ]}
          points={['Jan', 'Feb', 'Mar', 'Apr'].map((label, month) => ({
            label,
            values: [cents((month + 2) * 10_000), cents((5 - month) * 4_000)].map(toSum),
          }))}
        />
      </Section>
      <Section title="Document colors">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
          {colorPresets.map(({ name, primary, accent }) => (
            <li key={name} className="flex items-center gap-3 text-sm">
              <svg className="h-10 w-16 shrink-0 rounded-md" aria-hidden>
                <rect width="60%" height="100%" fill={primary} />
                <rect x="60%" width="40%" height="100%" fill={accent} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

export default DesignPage
