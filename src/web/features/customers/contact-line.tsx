import type { LucideIcon } from 'lucide-react'

export type Line = { icon: LucideIcon; label: string; text: string | null; href?: string }

export const ContactLine = ({ icon: Icon, label, text, href }: Line) =>
  text && (
    <div className="flex min-w-0 items-center gap-2.5">
      <dt className="shrink-0">
        <Icon className="size-4 text-muted" aria-hidden />
        <span className="sr-only">{label}</span>
      </dt>
      <dd
        className="min-h-6 min-w-0 flex-1 truncate text-left leading-6 pointer-coarse:min-h-11 pointer-coarse:leading-11"
        title={text}
        dir="auto"
      >
        {href ? (
          <a href={href} className="inline-block max-w-full truncate align-top underline-offset-2 hover:text-accent hover:underline">
            {text}
          </a>
        ) : (
          text
        )}
      </dd>
    </div>
  )
